// Reads a page of the report and prints what its script draws, as HTML:
//
//     node drawn.js PAGE.html                     the whole page
//     node drawn.js PAGE.html EXPRESSION          the JSON of an expression over the page's `model` and functions
//
// The script makes a tree of plain objects, so no browser is necessary.
const html = require("fs").readFileSync(process.argv[2], "utf8");
const model = /<script type="application\/json" id="model">(.*?)<\/script>/s.exec(html)[1];
const code = /<script>(.*)<\/script>/s.exec(html)[1];
const expression = process.argv[3] === undefined ? "htmlOf(pageTree(model))" : `JSON.stringify(${process.argv[3]})`;
process.stdout.write(new Function("model", `${code}\nreturn ${expression};`)(JSON.parse(model)));
