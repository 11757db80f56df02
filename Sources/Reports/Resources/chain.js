// A click on an export leaves the records of which some cells are as old as it is.
"use strict";
const bars = [...document.querySelectorAll(".bars button")];
const cells = document.querySelector(".cells");
const chosen = document.getElementById("chosen");

const choose = (bar) => {
  const isOff = !bar || bar.getAttribute("aria-pressed") === "true";
  for (const other of bars) other.setAttribute("aria-pressed", String(!isOff && other === bar));
  for (const cell of cells.querySelectorAll(".chosen")) cell.classList.remove("chosen");
  cells.classList.toggle("choosing", !isOff);
  chosen.textContent = isOff ? "" : bar.title;
  if (isOff) return;
  for (const cell of cells.querySelectorAll(`td[data-age="${bar.dataset.age}"]`)) cell.classList.add("chosen");
};

for (const bar of bars) bar.addEventListener("click", () => choose(bar));
document.addEventListener("keydown", (event) => { if (event.key === "Escape") choose(); });
