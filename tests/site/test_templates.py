"""What every template and style sheet keeps to, whoever writes the next one."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.template.loader import get_template, render_to_string

from games.engine import FACES
from games.selectors.table_view import CardView, SlotView
from games.templatetags.cards import card, layout_picture

ROOT = Path(settings.BASE_DIR)
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
STATIC = ROOT / "games" / "static" / "games"
TOKENS = STATIC / "css" / "tokens.css"

# Every attribute of htmx 2 and of its socket extension that this site may use. hx-on is not
# among them: it is script in an attribute.
KNOWN = {
    "hx-boost",
    "hx-confirm",
    "hx-delete",
    "hx-disable",
    "hx-disabled-elt",
    "hx-disinherit",
    "hx-encoding",
    "hx-ext",
    "hx-get",
    "hx-headers",
    "hx-history",
    "hx-history-elt",
    "hx-include",
    "hx-indicator",
    "hx-inherit",
    "hx-params",
    "hx-patch",
    "hx-post",
    "hx-preserve",
    "hx-prompt",
    "hx-push-url",
    "hx-put",
    "hx-replace-url",
    "hx-request",
    "hx-select",
    "hx-select-oob",
    "hx-swap",
    "hx-swap-oob",
    "hx-sync",
    "hx-target",
    "hx-trigger",
    "hx-validate",
    "hx-vals",
    "ws-connect",
    "ws-send",
}

# Text and the ground it stands on, by token.
PAIRS = [
    ("ink", "paper"),
    ("ink", "paper-raised"),
    ("ink-soft", "paper"),
    ("ink-soft", "paper-raised"),
    ("brass", "paper"),
    ("brass", "paper-raised"),
    ("on-brass", "brass"),
    ("under", "paper"),
    ("over", "paper"),
    ("over", "paper-raised"),
    ("on-cloth", "cloth"),
    ("on-cloth", "cloth-edge"),
    ("on-cloth", "cloth-lit"),
    ("on-cloth-soft", "cloth"),
    ("on-cloth-soft", "cloth-edge"),
    ("on-cloth-soft", "cloth-lit"),
    ("brass-cloth", "cloth"),
    ("brass-cloth", "cloth-edge"),
    ("brass-cloth", "cloth-lit"),
    ("on-brass-cloth", "brass-cloth"),
]

LIGHT = ""
DARK = "(prefers-color-scheme: dark)"
MORE = "(prefers-contrast: more)"
MORE_DARK = f"{MORE} and {DARK}"
SCHEMES = {
    "light": (LIGHT,),
    "dark": (LIGHT, DARK),
    "more contrast": (LIGHT, MORE),
    "more contrast, dark": (LIGHT, DARK, MORE, MORE_DARK),
}


def tags(name: str) -> list[tuple[str, str]]:
    """Return path and text of every start tag of a kind in all templates."""
    pattern = re.compile(rf"<{name}\b(?:\"[^\"]*\"|'[^']*'|[^>\"'])*>")
    return [
        (str(path.relative_to(ROOT)), found.group())
        for path in TEMPLATES
        for found in pattern.finditer(path.read_text())
    ]


def attribute(tag: str, name: str) -> str | None:
    found = re.search(rf'\s{name}="([^"]*)"', tag)
    return found.group(1) if found else None


def tokens(scheme: str) -> dict[str, str]:
    """Return colour by token as the style sheet sets it for a scheme."""
    sheet = TOKENS.read_text()
    sheet = re.sub(r"@font-face \{.*?\n\}", "", sheet, flags=re.DOTALL)
    blocks = {LIGHT: sheet.split("@media")[0]}
    for part in sheet.split("@media ")[1:]:
        query, body = part.split(" {", 1)
        blocks[query] = body
    found: dict[str, str] = {}
    for query in SCHEMES[scheme]:
        found |= dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", blocks[query]))
    return found


def luminance(colour: str) -> float:
    """Return the relative luminance (0 to 1) of a colour such as "#1f5a43"."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_template_compiles(path: Path) -> None:
    get_template(str(path.relative_to(ROOT / "templates")))


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_template_uses_an_htmx_attribute_that_does_not_exist(path: Path) -> None:
    used = set(re.findall(r"\s((?:hx|ws)-[a-z-]+)(?:[:=]|\s)", path.read_text()))
    assert used - KNOWN == set()


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_template_holds_inline_style_or_script(path: Path) -> None:
    text = path.read_text()
    assert not re.search(r"\sstyle\s*=", text)
    # A mail has no style sheet but the one it brings.
    assert path.parent.name == "mail" or not re.search(r"<style\b", text)
    assert not re.search(r"\son[a-z]+\s*=", text)
    assert not re.search(r"javascript:", text)
    assert not re.search(r"<script\b(?![^>]*\ssrc=)", text)
    # Drawings are made of numbers; card art is never inline, for its ids would collide. A graph
    # that is told as one image has ids for its words, of a number of their own.
    for drawing in re.findall(r"<svg\b.*?</svg>", text, re.DOTALL):
        assert not re.search(r"\s(href|xlink:href)=|<(path|image|use|symbol)\b", drawing)
        names = re.findall(r'\sid="([^"]*)"', drawing)
        assert not names or ('role="img"' in drawing and all("{{" in name for name in names))


def test_every_link_that_htmx_loads_works_without_it() -> None:
    different = [
        (path, tag)
        for path, tag in tags("a")
        if attribute(tag, "hx-get") is not None
        and attribute(tag, "hx-get") != attribute(tag, "href")
    ]
    assert different == []


def test_every_form_that_htmx_sends_works_without_it() -> None:
    different = [
        (path, tag)
        for path, tag in tags("form")
        if attribute(tag, "hx-post") is not None
        and attribute(tag, "hx-post") != attribute(tag, "action")
    ]
    assert different == []


def test_only_links_and_what_reloads_itself_load_by_htmx() -> None:
    others = [
        tag
        for _path, tag in tags("[a-z]+")
        if " hx-get=" in tag and not tag.startswith("<a") and "every " not in tag
    ]
    assert others == []


def test_every_form_that_posts_carries_a_token() -> None:
    for path in TEMPLATES:
        for form in re.findall(r"<form\b[^>]*method=\"post\".*?</form>", path.read_text(), re.S):
            assert "csrf_token" in form or "_fields.html" in form, path


@pytest.mark.parametrize("pair", PAIRS, ids=" on ".join)
@pytest.mark.parametrize("scheme", SCHEMES)
def test_text_stands_out_from_its_ground(scheme: str, pair: tuple[str, str]) -> None:
    colours = tokens(scheme)
    assert contrast(colours[pair[0]], colours[pair[1]]) >= 4.5


def test_contrast_is_computed_as_the_guideline_says() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


def test_no_style_sheet_names_a_colour_that_is_no_token() -> None:
    paint = {"#fffdf7", "#e6dec8", "#0f3a2c", "#ffffff", "#000000"}
    for sheet in (STATIC / "css").glob("*.css"):
        if sheet != TOKENS:
            # A sheet for paper may give the tokens other values.
            used = re.sub(r"--[\w-]+:\s*#[0-9a-f]+;", "", sheet.read_text())
            assert set(re.findall(r"#[0-9a-f]{3,8}\b", used)) <= paint, sheet.name


def test_every_face_has_its_picture_in_both_sizes() -> None:
    names = {f"{face}.svg" for face in FACES} | {"back.svg"}
    assert len(names) == 55
    assert {path.name for path in (STATIC / "cards").glob("*.svg")} == names
    assert {path.name for path in (STATIC / "cards" / "mini").glob("*.svg")} == names


def test_the_fonts_weigh_no_more_than_150_kilobytes() -> None:
    assert sum(path.stat().st_size for path in (STATIC / "fonts").glob("*.woff2")) <= 150_000


def test_a_face_up_card_shows_its_picture() -> None:
    shown = card(CardView("QS", "queen of spades", is_up=True))
    assert shown == (
        '<span class="card"><img src="/static/games/cards/QS.svg" alt="" width="240" '
        'height="336" draggable="false"></span>'
    )


def test_a_card_that_only_its_owner_knows_looks_different() -> None:
    shown = card(CardView("QS", "queen of spades", is_up=False, is_known=True))
    assert shown.startswith('<span class="card is-known">')


def test_a_face_that_is_none_is_drawn_as_a_back() -> None:
    shown = card(CardView("../QS", "", is_up=True))
    assert "/static/games/cards/back.svg" in shown


def test_a_picture_of_a_layout_has_all_its_cards() -> None:
    assert layout_picture("2x3").count("<img") == 6
    assert layout_picture("3x3").count("<img") == 9


@pytest.mark.parametrize("action", [None, "swap"])
def test_face_down_places_are_identical_apart_from_their_place(action: str | None) -> None:
    def drawn(slot: int) -> str:
        text = None if action is None else f"{action} {slot}"
        hidden = CardView(None, "hidden card", is_up=False)
        view = SlotView(f"seat-1-slot-{slot}", 1, slot + 1, hidden, f"place {slot}", text)
        context = {"slot": view, "size": "full", "is_own": True}
        return render_to_string("games/includes/_slot.html", context)

    first = drawn(0)
    again = drawn(2).replace("slot-2", "slot-0").replace("place 2", "place 0")
    assert again.replace('value="swap 2"', 'value="swap 0"') == first


def test_templates_are_formatted() -> None:
    names = [str(path) for path in TEMPLATES]
    djade = str(Path(sys.executable).with_name("djade"))
    command = [djade, "--check", "--target-version", "5.2", *names]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
