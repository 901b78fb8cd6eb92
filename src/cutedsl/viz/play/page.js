// The page: reads the fields, asks for the stages (the server, or the algebra in this page), and shows them.

const at = (id) => document.getElementById(id);
const make = (tag, fields, ...children) => {
  const node = Object.assign(document.createElement(tag), fields);
  node.append(...children);
  return node;
};
const FIELDS = ["layout", "drawing", "tile", "bits", "access", "instruction", "lanes"];
const DEFAULTS = Object.fromEntries(FIELDS.filter((id) => id !== "drawing").map((id) => [id, at(id).value]));
let serial = 0;

function addStep(name, argument) {
  const number = ++serial;
  const operation = make("select", { id: "operation-" + number, className: "operation" });
  for (const one of DATA.operations) operation.append(make("option", { value: one.name, textContent: one.function }));
  operation.value = name;
  const argumentField = make("input", { id: "argument-" + number, className: "argument", value: argument, spellcheck: false });
  const label = make("label", { htmlFor: operation.id, textContent: "operation" });
  const argumentLabel = make("label", { htmlFor: argumentField.id, textContent: "argument" });
  const remove = make("button", { type: "button", className: "quiet", textContent: "Remove" });
  const item = make("li", {}, make("div", { className: "row" }, label, operation, argumentLabel, argumentField, remove));
  const show = (fill) => {
    const one = DATA.operations.find((it) => it.name === operation.value);
    argumentField.hidden = argumentLabel.hidden = !one.hint;
    argumentField.placeholder = one.hint;
    if (fill) argumentField.value = one.required ? one.hint : "";
  };
  operation.addEventListener("change", () => { show(true); draw(); });
  argumentField.addEventListener("input", later);
  remove.addEventListener("click", () => { item.remove(); at("add").focus(); draw(); });
  show(false);
  at("steps").append(item);
  return operation;
}

const drawsLayout = (drawing) => drawing !== "instruction" && drawing !== "access";

function query() {
  const words = new URLSearchParams(), drawing = at("drawing").value;
  if (drawsLayout(drawing)) words.append("layout", at("layout").value);
  for (const item of drawsLayout(drawing) ? at("steps").children : []) {
    const argument = item.querySelector(".argument");
    words.append("step", item.querySelector(".operation").value + (argument.hidden ? "" : " " + argument.value));
  }
  words.append("drawing", drawing);
  if (drawing === "tv") words.append("tile", at("tile").value);
  if (drawing === "banks" || drawing === "conflicts") words.append("bits", at("bits").value);
  if (drawing === "conflicts" || drawing === "access") words.append("access", at("access").value);
  if (drawing === "instruction") words.append("instruction", at("instruction").value);
  if (drawing === "access") words.append("lanes", at("lanes").value);
  return words.toString();
}

function fill(words) {
  const given = new URLSearchParams(words);
  for (const [id, value] of Object.entries(DEFAULTS)) at(id).value = given.get(id) ?? value;
  at("drawing").value = given.get("drawing") in DATA.drawings ? given.get("drawing") : "grid";
  at("steps").replaceChildren();
  for (const step of given.getAll("step")) {
    const [name, ...rest] = step.split(" ");
    if (DATA.operations.some((one) => one.name === name)) addStep(name, rest.join(" "));
  }
}

function stageNode(stage) {
  const facts = make("dl", { className: "facts" });
  for (const [name, value] of stage.facts) facts.append(make("dt", { textContent: name }), make("dd", { textContent: value }));
  const picture = make("div", { className: "picture", tabIndex: 0 });
  picture.setAttribute("role", "group");
  picture.setAttribute("aria-label", "picture of " + stage.result);
  picture.innerHTML = stage.svg;
  const lines = make("ul", { className: "explanation" }, ...stage.explanation.map((t) => make("li", { textContent: t })));
  const node = make("section", { className: "stage" }, make("h2", { textContent: stage.title }),
    make("div", { className: "result", textContent: stage.result }));
  if (stage.explanation.length) node.append(lines);
  node.append(picture, facts);
  return node;
}

async function answerTo(words) {
  if (DATA.static) return answer(words);
  try {
    return await (await fetch("/api/draw?" + words)).json();
  } catch (problem) {
    return { error: "The server gave no answer: see the terminal where `cutedsl play` runs." };
  }
}

let asked = 0;
async function draw() {
  const drawing = at("drawing").value;
  at("for-layout").hidden = !drawsLayout(drawing);
  at("for-instruction").hidden = drawing !== "instruction";
  at("for-lanes").hidden = drawing !== "access";
  at("for-tile").hidden = drawing !== "tv";
  at("for-bits").hidden = drawing !== "banks" && drawing !== "conflicts";
  at("for-access").hidden = drawing !== "conflicts" && drawing !== "access";
  if (DATA.names.includes(at("instruction").value)) showFamily(at("instruction").value);
  const words = query(), mine = ++asked;
  at("save").hidden = Boolean(DATA.static);
  at("save").href = "/save?" + words;
  history.replaceState(null, "", DATA.static ? "#" + words : "/?" + words);
  at("stages").setAttribute("aria-busy", "true");
  const found = await answerTo(words);
  if (mine !== asked) return;
  at("stages").setAttribute("aria-busy", "false");
  at("error").textContent = found.error || "";
  at("stages").classList.toggle("stale", Boolean(found.error));
  for (const id of ["layout", "instruction", "lanes"]) at(id).setAttribute("aria-invalid", String(Boolean(found.error)));
  if (!found.error) at("stages").replaceChildren(...found.stages.map(stageNode));
}

let waiting;
function later() { clearTimeout(waiting); waiting = setTimeout(draw, DATA.static ? 60 : 250); }

// -- instructions: a family, then a member of it ---------------------------------------------------------------------------
const familyOf = (name) => name.startsWith("mma.sp") ? "mma.sp" : name.split(".")[0];

function showFamily(chosen) {
  if (chosen) at("family").value = familyOf(chosen);
  const names = DATA.names.filter((name) => familyOf(name) === at("family").value);
  at("member").replaceChildren(...names.map((name) => make("option", { textContent: name })));
  if (chosen) at("member").value = chosen;
}

function offerInstructions() {
  for (const name of DATA.names) at("instructions").append(make("option", { value: name }));
  for (const family of new Set(DATA.names.map(familyOf))) at("family").append(make("option", { textContent: family }));
  showFamily("");
  const choose = () => { at("instruction").value = at("member").value; draw(); };
  at("family").addEventListener("change", () => { showFamily(""); choose(); });
  at("member").addEventListener("change", choose);
}

// -- the accesses of kernels, line by line ------------------------------------------------------------------------------------
function showKernel() {
  const rows = DATA.accesses.filter((one) => one.kernel === at("kernel").value).map((one) => {
    const cost = one.passes === one.least ? "no conflict" : `${one.passes} passes, ${one.least} at best`;
    const button = make("button", { type: "button", className: "quiet", textContent: "Draw" });
    const row = make("tr", {}, make("td", {}, button), make("td", { textContent: one.line }), make("td", { textContent: cost }),
      make("td", {}, make("code", { textContent: one.code })), make("td", { textContent: one.tensor }));
    row.cost = one.passes - one.least;
    button.addEventListener("click", () => {
      at("lanes").value = one.lanes.join(",");
      at("access").value = String(one.bytes);
      for (const other of row.parentNode.children) other.classList.toggle("drawn", other === row);
      draw();
    });
    return row;
  });
  const head = make("tr", {}, ...["", "line", "cost", "code", "tensor"].map((t) => make("th", { textContent: t })));
  at("lines").replaceChildren(make("table", {}, make("thead", {}, head), make("tbody", {}, ...rows)));
}

function offerKernels() {
  at("for-kernel").hidden = at("lines").hidden = !DATA.accesses.length;
  for (const name of new Set(DATA.accesses.map((one) => one.kernel))) at("kernel").append(make("option", { textContent: name }));
  const dearest = () => {
    showKernel();
    const rows = [...at("lines").querySelectorAll("tbody tr")];
    rows.reduce((best, row) => row.cost > best.cost ? row : best, rows[0])?.querySelector("button").click();
  };
  at("kernel").addEventListener("change", dearest);
  showKernel();
  return dearest;
}

for (const [name, title] of Object.entries(DATA.drawings)) at("drawing").append(make("option", { value: name, textContent: title }));
DATA.examples.forEach(([title], k) => at("example").append(make("option", { value: String(k), textContent: title })));
at("example").addEventListener("change", () => { if (at("example").value) { fill(DATA.examples[at("example").value][1]); draw(); } });
offerInstructions();
const dearestAccess = offerKernels();
fill(DATA.static ? location.hash.slice(1) : location.search);
if (DATA.static) addEventListener("hashchange", () => { fill(location.hash.slice(1)); draw(); });
at("add").addEventListener("click", () => { addStep("divide", "(2,4)").focus(); draw(); });
at("form").addEventListener("submit", (event) => { event.preventDefault(); draw(); });
for (const id of ["layout", "tile", "bits", "instruction", "lanes"]) at(id).addEventListener("input", later);
at("access").addEventListener("change", draw);
at("drawing").addEventListener("change", () => {
  if (at("drawing").value === "instruction" && !at("instruction").value) at("instruction").value = at("member").value;
  if (at("drawing").value === "access" && !at("lanes").value && DATA.accesses.length) dearestAccess(); else draw();
});
draw();
