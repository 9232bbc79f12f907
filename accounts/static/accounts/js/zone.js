// Offers the browser's own time zone beside the list; nothing is chosen until it is pressed.

const offer = document.getElementById("zone-offer");
const list = document.getElementById("id_time_zone");
const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
const isListed = [...list.options].some((option) => option.value === own);

if (isListed && list.value !== own) {
  document.getElementById("zone-name").textContent = own.replaceAll("_", " ");
  offer.hidden = false;
  document.getElementById("zone-take").addEventListener("click", () => {
    list.value = own;
    offer.hidden = true;
    list.focus();
  });
}
