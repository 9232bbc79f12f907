// Says what happened once, also when the same words come twice: two live regions take turns.

const regions = [document.getElementById("news-odd"), document.getElementById("news-even")];

let turn = 0;
let version = document.getElementById("table").dataset.version;

const tell = () => {
  const table = document.getElementById("table");
  if (table.dataset.version === version) {
    return;
  }
  version = table.dataset.version;
  regions[turn].textContent = "";
  turn = 1 - turn;
  regions[turn].textContent = document.getElementById("table-news").textContent;
};

document.addEventListener("htmx:afterSwap", tell);
document.addEventListener("htmx:wsAfterMessage", tell);
