import { ServiceError } from "@mkt/seller-kit";

const SEPARATORS = { form: ",", simple: ",", spaceDelimited: " ", pipeDelimited: "|" };

/** The request to the API for an input: `contract` is the `request` of a file in contracts/. */
export function requestFor(address, contract, { input, bodyText }, key) {
  const headers = { ...key.headers };
  const query = new URLSearchParams();
  let path = contract.path;
  for (const parameter of contract.parameters) {
    const value = input?.[parameter.field];
    if (parameter.in === "path") path = path.replaceAll(`{${parameter.name}}`, () => segment(parameter, value));
    else if (value === undefined) continue;
    else if (parameter.in === "header") headers[parameter.name] = header(parameter, value);
    else addToQuery(query, parameter, value);
  }
  for (const [name, value] of Object.entries(key.query)) query.set(name, value);
  const url = `${address.replace(/\/+$/, "")}${path}${query.size > 0 ? `?${query}` : ""}`;
  // The whole input is sent as it was written: a number of many digits keeps them.
  const body = contract.body === "*" ? bodyText : json(contract.body === null ? undefined : input?.[contract.body]);
  return { url, method: contract.method, headers, body };
}

const json = (value) => (value === undefined ? undefined : JSON.stringify(value));

/** A part of the path, in which nothing may lead to another path. */
function segment(parameter, value) {
  const text = plain(parameter, value);
  if (text === "" || text === "." || text === "..") {
    throw new ServiceError(400, `/${parameter.field} cannot be part of an address`);
  }
  return encodeURIComponent(text);
}

function header(parameter, value) {
  const text = plain(parameter, value);
  if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(text)) {
    throw new ServiceError(400, `/${parameter.field} has characters that a header cannot have`);
  }
  return text;
}

function addToQuery(query, parameter, value) {
  const { name, style, explode, isJson } = parameter;
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  if (isJson) query.append(name, JSON.stringify(value));
  else if (isObject && style === "deepObject") {
    for (const [member, each] of Object.entries(value)) query.append(`${name}[${member}]`, text(each));
  } else if (isObject && explode) {
    for (const [member, each] of Object.entries(value)) query.append(member, text(each));
  } else if (Array.isArray(value) && explode) {
    for (const each of value) query.append(name, text(each));
  } else query.append(name, plain(parameter, value));
}

/** A value on its own: lists and objects are joined. */
function plain({ style, explode, isJson }, value) {
  if (isJson) return JSON.stringify(value);
  if (Array.isArray(value)) return value.map(text).join(SEPARATORS[style] ?? ",");
  if (typeof value !== "object" || value === null) return text(value);
  const members = Object.entries(value).map(([name, each]) => (explode ? `${name}=${text(each)}` : `${name},${text(each)}`));
  return members.join(",");
}

const text = (value) =>
  value === null || value === undefined ? "" : typeof value === "object" ? JSON.stringify(value) : String(value);
