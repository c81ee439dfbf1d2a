/** The page that checks a record: a file, a receipt, and what was found. */

import { verifyRecord, type Found } from "../src/dice/verify";

const record = document.querySelector<HTMLInputElement>("#record")!;
const receipt = document.querySelector<HTMLInputElement>("#receipt")!;
const place = document.querySelector<HTMLElement>("#found")!;

function line(text: string, kind = ""): HTMLElement {
  const made = document.createElement("p");
  made.textContent = text;
  made.className = kind;
  return made;
}

function lines({ fault, rolls, hidden, unopened, isOver, places, receipt }: Found): HTMLElement[] {
  if (fault) return [line(fault, "bad")];
  return [
    line(`${rolls} rolls${hidden ? `, ${hidden} of them hidden` : ""}, all checked.`, "good"),
    ...(unopened ? [line(`${unopened} hidden rolls are not yet open.`)] : []),
    ...(isOver ? [] : [line("The game is still on: nothing seals its answers yet.")]),
    ...places.map(({ who, away, late, gaveUp }) =>
      line(`${who}: ${away} rolls without a fresh value, late ${late}, void ${gaveUp}`),
    ),
    line(`Receipt ${receipt}`),
  ];
}

async function check(): Promise<void> {
  const file = record.files?.[0];
  if (!file) return;
  place.replaceChildren(line("…"));
  place.replaceChildren(...lines(verifyRecord(await file.text(), receipt.value.trim())));
}

record.addEventListener("change", () => void check());
receipt.addEventListener("change", () => void check());
