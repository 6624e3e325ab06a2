// Node removes the types itself, so that jest needs no Babel for TypeScript.
const { stripTypeScriptTypes } = require('node:module');

module.exports = { process: (source) => ({ code: stripTypeScriptTypes(source) }) };
