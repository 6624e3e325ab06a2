// Generated from packages/protocol/schemas by `npm run fix`. Do not edit.
// @ts-nocheck
/* eslint-disable */
import type { SchemaViolation } from '../violations.ts';

export type Validator = ((value: unknown) => boolean) & { errors?: SchemaViolation[] | null };

function characters(text) {
  let count = 0;
  for (const character of text) count++;
  return count;
}

export const ApproveDeviceLoginRequest: Validator = validate20;
const schema31 = {"$id":"ApproveDeviceLoginRequest","title":"ApproveDeviceLoginRequest","description":"What a person allows the program that shows this code.","type":"object","required":["userCode","scopes"],"properties":{"userCode":{"type":"string","minLength":1,"maxLength":32,"pattern":"^[^\\x00]*$","description":"As the person typed it: case, spaces and dashes do not matter.","wellFormed":true},"scopes":{"type":"array","minItems":1,"maxItems":50,"description":"Some or all of those that the program asks for.","if":{"type":"array","minItems":51},"else":{"type":"array","items":{"$ref":"KeyScope"}}},"expiresAt":{"type":["string","null"],"pattern":"^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\\.[0-9]{1,9})?)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$","description":"When the key expires, RFC 3339; never without it.","wellFormed":true}},"additionalProperties":false};
const schema32 = {"$id":"KeyScope","title":"KeyScope","description":"What an API key holds: a scope, or `*` for every scope, including those that later versions add.","type":"string","enum":["*","provider:create","provider:read","provider:delete","provider:secret","listing:read","listing:update","order:create","order:read","order:read_own","api_key:read","api_key:create","api_key:delete","account:read","account:update","webhook:manage"]};
const schema33 = {"userCode":true,"scopes":true,"expiresAt":true};
const func0 = Object.prototype.hasOwnProperty;
const func63 = characters;
const pattern4 = new RegExp("^[^\\x00]*$", "u");
const pattern5 = new RegExp("^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\\.[0-9]{1,9})?)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$", "u");

function validate20(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="ApproveDeviceLoginRequest" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate20.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.userCode === undefined) || (!(func0.call(data, "userCode")))){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "userCode"},message:"must have required property '"+"userCode"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if((data.scopes === undefined) || (!(func0.call(data, "scopes")))){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "scopes"},message:"must have required property '"+"scopes"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.userCode !== undefined && func0.call(data, "userCode")){
let data0 = data.userCode;
if(typeof data0 === "string"){
if(func63(data0) > 32){
const err2 = {instancePath:instancePath+"/userCode",schemaPath:"#/properties/userCode/maxLength",keyword:"maxLength",params:{limit: 32},message:"must NOT have more than 32 characters"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(func63(data0) < 1){
const err3 = {instancePath:instancePath+"/userCode",schemaPath:"#/properties/userCode/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(!pattern4.test(data0)){
const err4 = {instancePath:instancePath+"/userCode",schemaPath:"#/properties/userCode/pattern",keyword:"pattern",params:{pattern: "^[^\\x00]*$"},message:"must not contain the NUL character"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(!data0.isWellFormed()){
const err5 = {instancePath:instancePath+"/userCode",schemaPath:"#/properties/userCode/wellFormed",keyword:"wellFormed",params:{},message:"must be valid Unicode"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/userCode",schemaPath:"#/properties/userCode/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.scopes !== undefined && func0.call(data, "scopes")){
let data1 = data.scopes;
const _errs5 = errors;
let valid1 = true;
const _errs6 = errors;
if(errors === _errs6){
if(Array.isArray(data1)){
if(data1.length < 51){
const err7 = {};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
var _valid0 = _errs6 === errors;
errors = _errs5;
if(vErrors !== null){
if(_errs5){
vErrors.length = _errs5;
}
else {
vErrors = null;
}
}
if(!_valid0){
const _errs8 = errors;
if(Array.isArray(data1)){
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
if(typeof data2 !== "string"){
const err9 = {instancePath:instancePath+"/scopes/" + i0,schemaPath:"KeyScope/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(!((((((((((((((((data2 === "*") || (data2 === "provider:create")) || (data2 === "provider:read")) || (data2 === "provider:delete")) || (data2 === "provider:secret")) || (data2 === "listing:read")) || (data2 === "listing:update")) || (data2 === "order:create")) || (data2 === "order:read")) || (data2 === "order:read_own")) || (data2 === "api_key:read")) || (data2 === "api_key:create")) || (data2 === "api_key:delete")) || (data2 === "account:read")) || (data2 === "account:update")) || (data2 === "webhook:manage"))){
const err10 = {instancePath:instancePath+"/scopes/" + i0,schemaPath:"KeyScope/enum",keyword:"enum",params:{allowedValues: schema32.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
else {
const err11 = {instancePath:instancePath+"/scopes",schemaPath:"#/properties/scopes/else/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
var _valid0 = _errs8 === errors;
valid1 = _valid0;
}
if(!valid1){
const err12 = {instancePath:instancePath+"/scopes",schemaPath:"#/properties/scopes/if",keyword:"if",params:{failingKeyword: "else"},message:"must match \"else\" schema"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(Array.isArray(data1)){
if(data1.length > 50){
const err13 = {instancePath:instancePath+"/scopes",schemaPath:"#/properties/scopes/maxItems",keyword:"maxItems",params:{limit: 50},message:"must NOT have more than 50 items"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(data1.length < 1){
const err14 = {instancePath:instancePath+"/scopes",schemaPath:"#/properties/scopes/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
else {
const err15 = {instancePath:instancePath+"/scopes",schemaPath:"#/properties/scopes/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data.expiresAt !== undefined && func0.call(data, "expiresAt")){
let data3 = data.expiresAt;
if((typeof data3 !== "string") && (data3 !== null)){
const err16 = {instancePath:instancePath+"/expiresAt",schemaPath:"#/properties/expiresAt/type",keyword:"type",params:{type: schema31.properties.expiresAt.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if(typeof data3 === "string"){
if(!pattern5.test(data3)){
const err17 = {instancePath:instancePath+"/expiresAt",schemaPath:"#/properties/expiresAt/pattern",keyword:"pattern",params:{pattern: "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\\.[0-9]{1,9})?)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$"},message:"must be an RFC 3339 date and time"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(!data3.isWellFormed()){
const err18 = {instancePath:instancePath+"/expiresAt",schemaPath:"#/properties/expiresAt/wellFormed",keyword:"wellFormed",params:{},message:"must be valid Unicode"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
}
for(const key0 of Object.keys(data)){
if(!(((key0 === "userCode") || (key0 === "scopes")) || (key0 === "expiresAt"))){
const err19 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0, properties: schema33},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
}
else {
const err20 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
validate20.errors = vErrors;
return errors === 0;
}
validate20.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const CatalogueQuery: Validator = validate21;
const schema34 = {"$id":"CatalogueQuery","title":"CatalogueQuery","description":"Search terms and filters of the catalogue.","type":"object","properties":{"limit":{"type":"integer","minimum":1,"maximum":100,"default":20,"description":"Maximum number of records per page."},"cursor":{"type":"string","minLength":1,"maxLength":500,"pattern":"^[^\\x00]*$","description":"`nextCursor` of the previous page.","wellFormed":true},"query":{"type":"string","maxLength":200,"pattern":"^[^\\x00]*$","description":"Words to search for in title, description and tags.","wellFormed":true},"category":{"type":"string","minLength":1,"maxLength":40,"pattern":"^[^\\x00]*$","description":"Only listings with exactly this category.","wellFormed":true},"tag":{"type":"string","minLength":1,"maxLength":32,"pattern":"^[^\\x00]*$","description":"Only listings with exactly this tag.","wellFormed":true},"currency":{"$ref":"Currency"},"maxPrice":{"type":"number","minimum":0,"description":"Inclusive, in `currency`."},"include":{"$ref":"CatalogueInclude"},"health":{"$ref":"HealthStatus"},"sort":{"$ref":"CatalogueSort"}},"additionalProperties":false};
const schema35 = {"$id":"Currency","title":"Currency","$comment":"ISO 4217, list one (current currencies), kept by SIX Group, as it applies on 2026-11-01: currencies of countries and of monetary unions. Left out are funds (BOV, CHE, CHW, CLF, COU, MXV, USN, UYI, UYW), metals (XAG, XAU, XPD, XPT), units of account (XAD, XBA, XBB, XBC, XBD, XDR, XSU, XUA), XTS and XXX. The generator makes the pattern from `examples`.","description":"ISO 4217 code of a national currency in use, in any case; stored in upper case.","type":"string","examples":["AED","AFN","ALL","AMD","AOA","ARS","AUD","AWG","AZN","BAM","BBD","BDT","BHD","BIF","BMD","BND","BOB","BRL","BSD","BTN","BWP","BYN","BZD","CAD","CDF","CHF","CLP","CNY","COP","CRC","CUP","CVE","CZK","DJF","DKK","DOP","DZD","EGP","ERN","ETB","EUR","FJD","FKP","GBP","GEL","GHS","GIP","GMD","GNF","GTQ","GYD","HKD","HNL","HTG","HUF","IDR","ILS","INR","IQD","IRR","ISK","JMD","JOD","JPY","KES","KGS","KHR","KMF","KPW","KRW","KWD","KYD","KZT","LAK","LBP","LKR","LRD","LSL","LYD","MAD","MDL","MGA","MKD","MMK","MNT","MOP","MRU","MUR","MVR","MWK","MXN","MYR","MZN","NAD","NGN","NIO","NOK","NPR","NZD","OMR","PAB","PEN","PGK","PHP","PKR","PLN","PYG","QAR","RON","RSD","RUB","RWF","SAR","SBD","SCR","SDG","SEK","SGD","SHP","SLE","SOS","SRD","SSP","STN","SVC","SYP","SZL","THB","TJS","TMT","TND","TOP","TRY","TTD","TWD","TZS","UAH","UGX","USD","UYU","UZS","VED","VES","VND","VUV","WST","XAF","XCD","XCG","XOF","XPF","YER","ZAR","ZMW","ZWG"],"pattern":"^([Aa]([Ee][Dd]|[Ff][Nn]|[Ll][Ll]|[Mm][Dd]|[Oo][Aa]|[Rr][Ss]|[Uu][Dd]|[Ww][Gg]|[Zz][Nn])|[Bb]([Aa][Mm]|[Bb][Dd]|[Dd][Tt]|[Hh][Dd]|[Ii][Ff]|[Mm][Dd]|[Nn][Dd]|[Oo][Bb]|[Rr][Ll]|[Ss][Dd]|[Tt][Nn]|[Ww][Pp]|[Yy][Nn]|[Zz][Dd])|[Cc]([Aa][Dd]|[Dd][Ff]|[Hh][Ff]|[Ll][Pp]|[Nn][Yy]|[Oo][Pp]|[Rr][Cc]|[Uu][Pp]|[Vv][Ee]|[Zz][Kk])|[Dd]([Jj][Ff]|[Kk][Kk]|[Oo][Pp]|[Zz][Dd])|[Ee]([Gg][Pp]|[Rr][Nn]|[Tt][Bb]|[Uu][Rr])|[Ff]([Jj][Dd]|[Kk][Pp])|[Gg]([Bb][Pp]|[Ee][Ll]|[Hh][Ss]|[Ii][Pp]|[Mm][Dd]|[Nn][Ff]|[Tt][Qq]|[Yy][Dd])|[Hh]([Kk][Dd]|[Nn][Ll]|[Tt][Gg]|[Uu][Ff])|[Ii]([Dd][Rr]|[Ll][Ss]|[Nn][Rr]|[Qq][Dd]|[Rr][Rr]|[Ss][Kk])|[Jj]([Mm][Dd]|[Oo][Dd]|[Pp][Yy])|[Kk]([Ee][Ss]|[Gg][Ss]|[Hh][Rr]|[Mm][Ff]|[Pp][Ww]|[Rr][Ww]|[Ww][Dd]|[Yy][Dd]|[Zz][Tt])|[Ll]([Aa][Kk]|[Bb][Pp]|[Kk][Rr]|[Rr][Dd]|[Ss][Ll]|[Yy][Dd])|[Mm]([Aa][Dd]|[Dd][Ll]|[Gg][Aa]|[Kk][Dd]|[Mm][Kk]|[Nn][Tt]|[Oo][Pp]|[Rr][Uu]|[Uu][Rr]|[Vv][Rr]|[Ww][Kk]|[Xx][Nn]|[Yy][Rr]|[Zz][Nn])|[Nn]([Aa][Dd]|[Gg][Nn]|[Ii][Oo]|[Oo][Kk]|[Pp][Rr]|[Zz][Dd])|[Oo]([Mm][Rr])|[Pp]([Aa][Bb]|[Ee][Nn]|[Gg][Kk]|[Hh][Pp]|[Kk][Rr]|[Ll][Nn]|[Yy][Gg])|[Qq]([Aa][Rr])|[Rr]([Oo][Nn]|[Ss][Dd]|[Uu][Bb]|[Ww][Ff])|[Ss]([Aa][Rr]|[Bb][Dd]|[Cc][Rr]|[Dd][Gg]|[Ee][Kk]|[Gg][Dd]|[Hh][Pp]|[Ll][Ee]|[Oo][Ss]|[Rr][Dd]|[Ss][Pp]|[Tt][Nn]|[Vv][Cc]|[Yy][Pp]|[Zz][Ll])|[Tt]([Hh][Bb]|[Jj][Ss]|[Mm][Tt]|[Nn][Dd]|[Oo][Pp]|[Rr][Yy]|[Tt][Dd]|[Ww][Dd]|[Zz][Ss])|[Uu]([Aa][Hh]|[Gg][Xx]|[Ss][Dd]|[Yy][Uu]|[Zz][Ss])|[Vv]([Ee][Dd]|[Ee][Ss]|[Nn][Dd]|[Uu][Vv])|[Ww]([Ss][Tt])|[Xx]([Aa][Ff]|[Cc][Dd]|[Cc][Gg]|[Oo][Ff]|[Pp][Ff])|[Yy]([Ee][Rr])|[Zz]([Aa][Rr]|[Mm][Ww]|[Ww][Gg]))$","wellFormed":true};
const schema36 = {"$id":"CatalogueInclude","title":"CatalogueInclude","description":"`contract`: complete records instead of summaries. Such a page may be shorter than `limit`.","type":"string","enum":["contract"]};
const schema37 = {"$id":"HealthStatus","title":"HealthStatus","description":"Decided by the status code of the last probe.","type":"string","enum":["healthy","unhealthy","unknown","not_configured"]};
const schema38 = {"$id":"CatalogueSort","title":"CatalogueSort","description":"`relevance` (default with `query`), `newest` (default without `query`), or `price`, ascending.","type":"string","enum":["relevance","newest","price"]};
const schema39 = {"limit":true,"cursor":true,"query":true,"category":true,"tag":true,"currency":true,"maxPrice":true,"include":true,"health":true,"sort":true};
const pattern10 = new RegExp("^([Aa]([Ee][Dd]|[Ff][Nn]|[Ll][Ll]|[Mm][Dd]|[Oo][Aa]|[Rr][Ss]|[Uu][Dd]|[Ww][Gg]|[Zz][Nn])|[Bb]([Aa][Mm]|[Bb][Dd]|[Dd][Tt]|[Hh][Dd]|[Ii][Ff]|[Mm][Dd]|[Nn][Dd]|[Oo][Bb]|[Rr][Ll]|[Ss][Dd]|[Tt][Nn]|[Ww][Pp]|[Yy][Nn]|[Zz][Dd])|[Cc]([Aa][Dd]|[Dd][Ff]|[Hh][Ff]|[Ll][Pp]|[Nn][Yy]|[Oo][Pp]|[Rr][Cc]|[Uu][Pp]|[Vv][Ee]|[Zz][Kk])|[Dd]([Jj][Ff]|[Kk][Kk]|[Oo][Pp]|[Zz][Dd])|[Ee]([Gg][Pp]|[Rr][Nn]|[Tt][Bb]|[Uu][Rr])|[Ff]([Jj][Dd]|[Kk][Pp])|[Gg]([Bb][Pp]|[Ee][Ll]|[Hh][Ss]|[Ii][Pp]|[Mm][Dd]|[Nn][Ff]|[Tt][Qq]|[Yy][Dd])|[Hh]([Kk][Dd]|[Nn][Ll]|[Tt][Gg]|[Uu][Ff])|[Ii]([Dd][Rr]|[Ll][Ss]|[Nn][Rr]|[Qq][Dd]|[Rr][Rr]|[Ss][Kk])|[Jj]([Mm][Dd]|[Oo][Dd]|[Pp][Yy])|[Kk]([Ee][Ss]|[Gg][Ss]|[Hh][Rr]|[Mm][Ff]|[Pp][Ww]|[Rr][Ww]|[Ww][Dd]|[Yy][Dd]|[Zz][Tt])|[Ll]([Aa][Kk]|[Bb][Pp]|[Kk][Rr]|[Rr][Dd]|[Ss][Ll]|[Yy][Dd])|[Mm]([Aa][Dd]|[Dd][Ll]|[Gg][Aa]|[Kk][Dd]|[Mm][Kk]|[Nn][Tt]|[Oo][Pp]|[Rr][Uu]|[Uu][Rr]|[Vv][Rr]|[Ww][Kk]|[Xx][Nn]|[Yy][Rr]|[Zz][Nn])|[Nn]([Aa][Dd]|[Gg][Nn]|[Ii][Oo]|[Oo][Kk]|[Pp][Rr]|[Zz][Dd])|[Oo]([Mm][Rr])|[Pp]([Aa][Bb]|[Ee][Nn]|[Gg][Kk]|[Hh][Pp]|[Kk][Rr]|[Ll][Nn]|[Yy][Gg])|[Qq]([Aa][Rr])|[Rr]([Oo][Nn]|[Ss][Dd]|[Uu][Bb]|[Ww][Ff])|[Ss]([Aa][Rr]|[Bb][Dd]|[Cc][Rr]|[Dd][Gg]|[Ee][Kk]|[Gg][Dd]|[Hh][Pp]|[Ll][Ee]|[Oo][Ss]|[Rr][Dd]|[Ss][Pp]|[Tt][Nn]|[Vv][Cc]|[Yy][Pp]|[Zz][Ll])|[Tt]([Hh][Bb]|[Jj][Ss]|[Mm][Tt]|[Nn][Dd]|[Oo][Pp]|[Rr][Yy]|[Tt][Dd]|[Ww][Dd]|[Zz][Ss])|[Uu]([Aa][Hh]|[Gg][Xx]|[Ss][Dd]|[Yy][Uu]|[Zz][Ss])|[Vv]([Ee][Dd]|[Ee][Ss]|[Nn][Dd]|[Uu][Vv])|[Ww]([Ss][Tt])|[Xx]([Aa][Ff]|[Cc][Dd]|[Cc][Gg]|[Oo][Ff]|[Pp][Ff])|[Yy]([Ee][Rr])|[Zz]([Aa][Rr]|[Mm][Ww]|[Ww][Gg]))$", "u");

function validate21(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="CatalogueQuery" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate21.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.limit !== undefined && func0.call(data, "limit")){
let data0 = data.limit;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err0 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 100 || isNaN(data0)){
const err1 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100},message:"must be <= 100"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data0 < 1 || isNaN(data0)){
const err2 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
if(data.cursor !== undefined && func0.call(data, "cursor")){
let data1 = data.cursor;
if(typeof data1 === "string"){
if(func63(data1) > 500){
const err3 = {instancePath:instancePath+"/cursor",schemaPath:"#/properties/cursor/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(func63(data1) < 1){
const err4 = {instancePath:instancePath+"/cursor",schemaPath:"#/properties/cursor/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(!pattern4.test(data1)){
const err5 = {instancePath:instancePath+"/cursor",schemaPath:"#/properties/cursor/pattern",keyword:"pattern",params:{pattern: "^[^\\x00]*$"},message:"must not contain the NUL character"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(!data1.isWellFormed()){
const err6 = {instancePath:instancePath+"/cursor",schemaPath:"#/properties/cursor/wellFormed",keyword:"wellFormed",params:{},message:"must be valid Unicode"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/cursor",schemaPath:"#/properties/cursor/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.query !== undefined && func0.call(data, "query")){
let data2 = data.query;
if(typeof data2 === "string"){
if(func63(data2) > 200){
const err8 = {instancePath:instancePath+"/query",schemaPath:"#/properties/query/maxLength",keyword:"maxLength",params:{limit: 200},message:"must NOT have more than 200 characters"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(!pattern4.test(data2)){
const err9 = {instancePath:instancePath+"/query",schemaPath:"#/properties/query/pattern",keyword:"pattern",params:{pattern: "^[^\\x00]*$"},message:"must not contain the NUL character"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(!data2.isWellFormed()){
const err10 = {instancePath:instancePath+"/query",schemaPath:"#/properties/query/wellFormed",keyword:"wellFormed",params:{},message:"must be valid Unicode"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/query",schemaPath:"#/properties/query/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.category !== undefined && func0.call(data, "category")){
let data3 = data.category;
if(typeof data3 === "string"){
if(func63(data3) > 40){
const err12 = {instancePath:instancePath+"/category",schemaPath:"#/properties/category/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(func63(data3) < 1){
const err13 = {instancePath:instancePath+"/category",schemaPath:"#/properties/category/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(!pattern4.test(data3)){
const err14 = {instancePath:instancePath+"/category",schemaPath:"#/properties/category/pattern",keyword:"pattern",params:{pattern: "^[^\\x00]*$"},message:"must not contain the NUL character"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(!data3.isWellFormed()){
const err15 = {instancePath:instancePath+"/category",schemaPath:"#/properties/category/wellFormed",keyword:"wellFormed",params:{},message:"must be valid Unicode"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
else {
const err16 = {instancePath:instancePath+"/category",schemaPath:"#/properties/category/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data.tag !== undefined && func0.call(data, "tag")){
let data4 = data.tag;
if(typeof data4 === "string"){
if(func63(data4) > 32){
const err17 = {instancePath:instancePath+"/tag",schemaPath:"#/properties/tag/maxLength",keyword:"maxLength",params:{limit: 32},message:"must NOT have more than 32 characters"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(func63(data4) < 1){
const err18 = {instancePath:instancePath+"/tag",schemaPath:"#/properties/tag/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(!pattern4.test(data4)){
const err19 = {instancePath:instancePath+"/tag",schemaPath:"#/properties/tag/pattern",keyword:"pattern",params:{pattern: "^[^\\x00]*$"},message:"must not contain the NUL character"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if(!data4.isWellFormed()){
const err20 = {instancePath:instancePath+"/tag",schemaPath:"#/properties/tag/wellFormed",keyword:"wellFormed",params:{},message:"must be valid Unicode"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
else {
const err21 = {instancePath:instancePath+"/tag",schemaPath:"#/properties/tag/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data.currency !== undefined && func0.call(data, "currency")){
let data5 = data.currency;
if(typeof data5 === "string"){
if(!pattern10.test(data5)){
const err22 = {instancePath:instancePath+"/currency",schemaPath:"Currency/pattern",keyword:"pattern",params:{pattern: "^([Aa]([Ee][Dd]|[Ff][Nn]|[Ll][Ll]|[Mm][Dd]|[Oo][Aa]|[Rr][Ss]|[Uu][Dd]|[Ww][Gg]|[Zz][Nn])|[Bb]([Aa][Mm]|[Bb][Dd]|[Dd][Tt]|[Hh][Dd]|[Ii][Ff]|[Mm][Dd]|[Nn][Dd]|[Oo][Bb]|[Rr][Ll]|[Ss][Dd]|[Tt][Nn]|[Ww][Pp]|[Yy][Nn]|[Zz][Dd])|[Cc]([Aa][Dd]|[Dd][Ff]|[Hh][Ff]|[Ll][Pp]|[Nn][Yy]|[Oo][Pp]|[Rr][Cc]|[Uu][Pp]|[Vv][Ee]|[Zz][Kk])|[Dd]([Jj][Ff]|[Kk][Kk]|[Oo][Pp]|[Zz][Dd])|[Ee]([Gg][Pp]|[Rr][Nn]|[Tt][Bb]|[Uu][Rr])|[Ff]([Jj][Dd]|[Kk][Pp])|[Gg]([Bb][Pp]|[Ee][Ll]|[Hh][Ss]|[Ii][Pp]|[Mm][Dd]|[Nn][Ff]|[Tt][Qq]|[Yy][Dd])|[Hh]([Kk][Dd]|[Nn][Ll]|[Tt][Gg]|[Uu][Ff])|[Ii]([Dd][Rr]|[Ll][Ss]|[Nn][Rr]|[Qq][Dd]|[Rr][Rr]|[Ss][Kk])|[Jj]([Mm][Dd]|[Oo][Dd]|[Pp][Yy])|[Kk]([Ee][Ss]|[Gg][Ss]|[Hh][Rr]|[Mm][Ff]|[Pp][Ww]|[Rr][Ww]|[Ww][Dd]|[Yy][Dd]|[Zz][Tt])|[Ll]([Aa][Kk]|[Bb][Pp]|[Kk][Rr]|[Rr][Dd]|[Ss][Ll]|[Yy][Dd])|[Mm]([Aa][Dd]|[Dd][Ll]|[Gg][Aa]|[Kk][Dd]|[Mm][Kk]|[Nn][Tt]|[Oo][Pp]|[Rr][Uu]|[Uu][Rr]|[Vv][Rr]|[Ww][Kk]|[Xx][Nn]|[Yy][Rr]|[Zz][Nn])|[Nn]([Aa][Dd]|[Gg][Nn]|[Ii][Oo]|[Oo][Kk]|[Pp][Rr]|[Zz][Dd])|[Oo]([Mm][Rr])|[Pp]([Aa][Bb]|[Ee][Nn]|[Gg][Kk]|[Hh][Pp]|[Kk][Rr]|[Ll][Nn]|[Yy][Gg])|[Qq]([Aa][Rr])|[Rr]([Oo][Nn]|[Ss][Dd]|[Uu][Bb]|[Ww][Ff])|[Ss]([Aa][Rr]|[Bb][Dd]|[Cc][Rr]|[Dd][Gg]|[Ee][Kk]|[Gg][Dd]|[Hh][Pp]|[Ll][Ee]|[Oo][Ss]|[Rr][Dd]|[Ss][Pp]|[Tt][Nn]|[Vv][Cc]|[Yy][Pp]|[Zz][Ll])|[Tt]([Hh][Bb]|[Jj][Ss]|[Mm][Tt]|[Nn][Dd]|[Oo][Pp]|[Rr][Yy]|[Tt][Dd]|[Ww][Dd]|[Zz][Ss])|[Uu]([Aa][Hh]|[Gg][Xx]|[Ss][Dd]|[Yy][Uu]|[Zz][Ss])|[Vv]([Ee][Dd]|[Ee][Ss]|[Nn][Dd]|[Uu][Vv])|[Ww]([Ss][Tt])|[Xx]([Aa][Ff]|[Cc][Dd]|[Cc][Gg]|[Oo][Ff]|[Pp][Ff])|[Yy]([Ee][Rr])|[Zz]([Aa][Rr]|[Mm][Ww]|[Ww][Gg]))$"},message:"must be the ISO 4217 code of a national currency in use"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if(!data5.isWellFormed()){
const err23 = {instancePath:instancePath+"/currency",schemaPath:"Currency/wellFormed",keyword:"wellFormed",params:{},message:"must be valid Unicode"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
else {
const err24 = {instancePath:instancePath+"/currency",schemaPath:"Currency/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
if(data.maxPrice !== undefined && func0.call(data, "maxPrice")){
let data6 = data.maxPrice;
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 < 0 || isNaN(data6)){
const err25 = {instancePath:instancePath+"/maxPrice",schemaPath:"#/properties/maxPrice/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
else {
const err26 = {instancePath:instancePath+"/maxPrice",schemaPath:"#/properties/maxPrice/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
if(data.include !== undefined && func0.call(data, "include")){
let data7 = data.include;
if(typeof data7 !== "string"){
const err27 = {instancePath:instancePath+"/include",schemaPath:"CatalogueInclude/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
if(!(data7 === "contract")){
const err28 = {instancePath:instancePath+"/include",schemaPath:"CatalogueInclude/enum",keyword:"enum",params:{allowedValues: schema36.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(data.health !== undefined && func0.call(data, "health")){
let data8 = data.health;
if(typeof data8 !== "string"){
const err29 = {instancePath:instancePath+"/health",schemaPath:"HealthStatus/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
if(!((((data8 === "healthy") || (data8 === "unhealthy")) || (data8 === "unknown")) || (data8 === "not_configured"))){
const err30 = {instancePath:instancePath+"/health",schemaPath:"HealthStatus/enum",keyword:"enum",params:{allowedValues: schema37.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
if(data.sort !== undefined && func0.call(data, "sort")){
let data9 = data.sort;
if(typeof data9 !== "string"){
const err31 = {instancePath:instancePath+"/sort",schemaPath:"CatalogueSort/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
if(!(((data9 === "relevance") || (data9 === "newest")) || (data9 === "price"))){
const err32 = {instancePath:instancePath+"/sort",schemaPath:"CatalogueSort/enum",keyword:"enum",params:{allowedValues: schema38.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
for(const key0 of Object.keys(data)){
if(!(func0.call(schema34.properties, key0))){
const err33 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0, properties: schema39},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
}
else {
const err34 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
validate21.errors = vErrors;
return errors === 0;
}
validate21.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const ChangePasswordRequest: Validator = validate22;
const schema40 = {"$id":"ChangePasswordRequest","title":"ChangePasswordRequest","description":"Ends the other sessions of the person.","type":"object","required":["currentPassword","newPassword"],"properties":{"currentPassword":{"type":"string","minLength":1,"maxLength":128,"pattern":"^[^\\x00]*$","wellFormed":true},"newPassword":{"$ref":"NewPassword"}},"additionalProperties":false};
const schema41 = {"$id":"NewPassword","title":"NewPassword","description":"A password that is set.","type":"string","minLength":10,"maxLength":128,"pattern":"^[^\\x00]*$","wellFormed":true};
const schema42 = {"currentPassword":true,"newPassword":true};

function validate22(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="ChangePasswordRequest" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate22.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.currentPassword === undefined) || (!(func0.call(data, "currentPassword")))){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "currentPassword"},message:"must have required property '"+"currentPassword"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if((data.newPassword === undefined) || (!(func0.call(data, "newPassword")))){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "newPassword"},message:"must have required property '"+"newPassword"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.currentPassword !== undefined && func0.call(data, "currentPassword")){
let data0 = data.currentPassword;
if(typeof data0 === "string"){
if(func63(data0) > 128){
const err2 = {instancePath:instancePath+"/currentPassword",schemaPath:"#/properties/currentPassword/maxLength",keyword:"maxLength",params:{limit: 128},message:"must NOT have more than 128 characters"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(func63(data0) < 1){
const err3 = {instancePath:instancePath+"/currentPassword",schemaPath:"#/properties/currentPassword/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(!pattern4.test(data0)){
const err4 = {instancePath:instancePath+"/currentPassword",schemaPath:"#/properties/currentPassword/pattern",keyword:"pattern",params:{pattern: "^[^\\x00]*$"},message:"must not contain the NUL character"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(!data0.isWellFormed()){
const err5 = {instancePath:instancePath+"/currentPassword",schemaPath:"#/properties/currentPassword/wellFormed",keyword:"wellFormed",params:{},message:"must be valid Unicode"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/currentPassword",schemaPath:"#/properties/currentPassword/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.newPassword !== undefined && func0.call(data, "newPassword")){
let data1 = data.newPassword;
if(typeof data1 === "string"){
if(func63(data1) > 128){
const err7 = {instancePath:instancePath+"/newPassword",schemaPath:"NewPassword/maxLength",keyword:"maxLength",params:{limit: 128},message:"must NOT have more than 128 characters"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(func63(data1) < 10){
const err8 = {instancePath:instancePath+"/newPassword",schemaPath:"NewPassword/minLength",keyword:"minLength",params:{limit: 10},message:"must NOT have fewer than 10 characters"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(!pattern4.test(data1)){
const err9 = {instancePath:instancePath+"/newPassword",schemaPath:"NewPassword/pattern",keyword:"pattern",params:{pattern: "^[^\\x00]*$"},message:"must not contain the NUL character"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(!data1.isWellFormed()){
const err10 = {instancePath:instancePath+"/newPassword",schemaPath:"NewPassword/wellFormed",keyword:"wellFormed",params:{},message:"must be valid Unicode"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/newPassword",schemaPath:"NewPassword/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
for(const key0 of Object.keys(data)){
if(!((key0 === "currentPassword") || (key0 === "newPassword"))){
const err12 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0, properties: schema42},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
}
else {
const err13 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
validate22.errors = vErrors;
return errors === 0;
}
validate22.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const CreateApiKeyRequest: Validator = validate23;
const schema43 = {"$id":"CreateApiKeyRequest","title":"CreateApiKeyRequest","description":"A key can grant only scopes that it holds itself; `*` only if it holds `*`.","type":"object","required":["name","scopes"],"properties":{"name":{"type":"string","minLength":1,"pattern":"^[  　]*[^  　\\x00-\\x1f\\x7f-\u2028\u2029][^\\x00-\\x1f\\x7f-\u2028\u2029]*$","maxLength":100,"wellFormed":true},"scopes":{"type":"array","maxItems":50,"if":{"type":"array","minItems":51},"else":{"type":"array","items":{"$ref":"KeyScope"}}},"expiresAt":{"type":["string","null"],"pattern":"^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\\.[0-9]{1,9})?)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$","description":"RFC 3339; in the future.","wellFormed":true},"budget":{"anyOf":[{"$ref":"KeyBudgetInput"},{"type":"null"}],"description":"What may be spent with the key and the keys created with it."}},"additionalProperties":false};
const schema49 = {"name":true,"scopes":true,"expiresAt":true,"budget":true};
const pattern13 = new RegExp("^[  　]*[^  　\\x00-\\x1f\\x7f-\u2028\u2029][^\\x00-\\x1f\\x7f-\u2028\u2029]*$", "u");
const schema45 = {"$id":"KeyBudgetInput","title":"KeyBudgetInput","description":"The rules to set; `null` removes one. `limit` and `maxPrice` need a `currency`.","type":"object","properties":{"limit":{"type":["number","null"],"minimum":0,"maximum":1000000000,"description":"The most that may be spent in a period, in units of the currency, at most 6 decimals."},"currency":{"anyOf":[{"$ref":"Currency"},{"type":"null"}]},"period":{"anyOf":[{"$ref":"BudgetPeriod"},{"type":"null"}],"description":"`none` if it is not given."},"maxPrice":{"type":["number","null"],"minimum":0,"maximum":1000000,"description":"The most that one order may cost, in units of the currency, at most 6 decimals."},"listings":{"type":["array","null"],"minItems":1,"maxItems":100,"description":"Ids or slugs of the only listings that may be ordered; stored as ids.","if":{"type":"array","minItems":101},"else":{"type":["array","null"],"items":{"type":"string","minLength":1,"maxLength":64,"pattern":"^[^\\x00]*$","wellFormed":true}}}},"additionalProperties":false};
const schema47 = {"$id":"BudgetPeriod","title":"BudgetPeriod","description":"When a budget resets: `none` (never), the UTC `day` or the UTC `month`.","type":"string","enum":["none","day","month"]};
const schema48 = {"limit":true,"currency":true,"period":true,"maxPrice":true,"listings":true};

function validate24(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="KeyBudgetInput" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate24.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.limit !== undefined && func0.call(data, "limit")){
let data0 = data.limit;
if((!((typeof data0 == "number") && (isFinite(data0)))) && (data0 !== null)){
const err0 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/type",keyword:"type",params:{type: schema45.properties.limit.type},message:"must be number,null"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 1000000000 || isNaN(data0)){
const err1 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000000},message:"must be <= 1000000000"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data0 < 0 || isNaN(data0)){
const err2 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
if(data.currency !== undefined && func0.call(data, "currency")){
let data1 = data.currency;
const _errs4 = errors;
let valid1 = false;
const _errs5 = errors;
if(typeof data1 === "string"){
if(!pattern10.test(data1)){
const err3 = {instancePath:instancePath+"/currency",schemaPath:"Currency/pattern",keyword:"pattern",params:{pattern: "^([Aa]([Ee][Dd]|[Ff][Nn]|[Ll][Ll]|[Mm][Dd]|[Oo][Aa]|[Rr][Ss]|[Uu][Dd]|[Ww][Gg]|[Zz][Nn])|[Bb]([Aa][Mm]|[Bb][Dd]|[Dd][Tt]|[Hh][Dd]|[Ii][Ff]|[Mm][Dd]|[Nn][Dd]|[Oo][Bb]|[Rr][Ll]|[Ss][Dd]|[Tt][Nn]|[Ww][Pp]|[Yy][Nn]|[Zz][Dd])|[Cc]([Aa][Dd]|[Dd][Ff]|[Hh][Ff]|[Ll][Pp]|[Nn][Yy]|[Oo][Pp]|[Rr][Cc]|[Uu][Pp]|[Vv][Ee]|[Zz][Kk])|[Dd]([Jj][Ff]|[Kk][Kk]|[Oo][Pp]|[Zz][Dd])|[Ee]([Gg][Pp]|[Rr][Nn]|[Tt][Bb]|[Uu][Rr])|[Ff]([Jj][Dd]|[Kk][Pp])|[Gg]([Bb][Pp]|[Ee][Ll]|[Hh][Ss]|[Ii][Pp]|[Mm][Dd]|[Nn][Ff]|[Tt][Qq]|[Yy][Dd])|[Hh]([Kk][Dd]|[Nn][Ll]|[Tt][Gg]|[Uu][Ff])|[Ii]([Dd][Rr]|[Ll][Ss]|[Nn][Rr]|[Qq][Dd]|[Rr][Rr]|[Ss][Kk])|[Jj]([Mm][Dd]|[Oo][Dd]|[Pp][Yy])|[Kk]([Ee][Ss]|[Gg][Ss]|[Hh][Rr]|[Mm][Ff]|[Pp][Ww]|[Rr][Ww]|[Ww][Dd]|[Yy][Dd]|[Zz][Tt])|[Ll]([Aa][Kk]|[Bb][Pp]|[Kk][Rr]|[Rr][Dd]|[Ss][Ll]|[Yy][Dd])|[Mm]([Aa][Dd]|[Dd][Ll]|[Gg][Aa]|[Kk][Dd]|[Mm][Kk]|[Nn][Tt]|[Oo][Pp]|[Rr][Uu]|[Uu][Rr]|[Vv][Rr]|[Ww][Kk]|[Xx][Nn]|[Yy][Rr]|[Zz][Nn])|[Nn]([Aa][Dd]|[Gg][Nn]|[Ii][Oo]|[Oo][Kk]|[Pp][Rr]|[Zz][Dd])|[Oo]([Mm][Rr])|[Pp]([Aa][Bb]|[Ee][Nn]|[Gg][Kk]|[Hh][Pp]|[Kk][Rr]|[Ll][Nn]|[Yy][Gg])|[Qq]([Aa][Rr])|[Rr]([Oo][Nn]|[Ss][Dd]|[Uu][Bb]|[Ww][Ff])|[Ss]([Aa][Rr]|[Bb][Dd]|[Cc][Rr]|[Dd][Gg]|[Ee][Kk]|[Gg][Dd]|[Hh][Pp]|[Ll][Ee]|[Oo][Ss]|[Rr][Dd]|[Ss][Pp]|[Tt][Nn]|[Vv][Cc]|[Yy][Pp]|[Zz][Ll])|[Tt]([Hh][Bb]|[Jj][Ss]|[Mm][Tt]|[Nn][Dd]|[Oo][Pp]|[Rr][Yy]|[Tt][Dd]|[Ww][Dd]|[Zz][Ss])|[Uu]([Aa][Hh]|[Gg][Xx]|[Ss][Dd]|[Yy][Uu]|[Zz][Ss])|[Vv]([Ee][Dd]|[Ee][Ss]|[Nn][Dd]|[Uu][Vv])|[Ww]([Ss][Tt])|[Xx]([Aa][Ff]|[Cc][Dd]|[Cc][Gg]|[Oo][Ff]|[Pp][Ff])|[Yy]([Ee][Rr])|[Zz]([Aa][Rr]|[Mm][Ww]|[Ww][Gg]))$"},message:"must be the ISO 4217 code of a national currency in use"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(!data1.isWellFormed()){
const err4 = {instancePath:instancePath+"/currency",schemaPath:"Currency/wellFormed",keyword:"wellFormed",params:{},message:"must be valid Unicode"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/currency",schemaPath:"Currency/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
var _valid0 = _errs5 === errors;
valid1 = valid1 || _valid0;
const _errs9 = errors;
if(data1 !== null){
const err6 = {instancePath:instancePath+"/currency",schemaPath:"#/properties/currency/anyOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
var _valid0 = _errs9 === errors;
valid1 = valid1 || _valid0;
if(!valid1){
const err7 = {instancePath:instancePath+"/currency",schemaPath:"#/properties/currency/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
else {
errors = _errs4;
if(vErrors !== null){
if(_errs4){
vErrors.length = _errs4;
}
else {
vErrors = null;
}
}
}
}
if(data.period !== undefined && func0.call(data, "period")){
let data2 = data.period;
const _errs12 = errors;
let valid3 = false;
const _errs13 = errors;
if(typeof data2 !== "string"){
const err8 = {instancePath:instancePath+"/period",schemaPath:"BudgetPeriod/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(!(((data2 === "none") || (data2 === "day")) || (data2 === "month"))){
const err9 = {instancePath:instancePath+"/period",schemaPath:"BudgetPeriod/enum",keyword:"enum",params:{allowedValues: schema47.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
var _valid1 = _errs13 === errors;
valid3 = valid3 || _valid1;
const _errs16 = errors;
if(data2 !== null){
const err10 = {instancePath:instancePath+"/period",schemaPath:"#/properties/period/anyOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
var _valid1 = _errs16 === errors;
valid3 = valid3 || _valid1;
if(!valid3){
const err11 = {instancePath:instancePath+"/period",schemaPath:"#/properties/period/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
else {
errors = _errs12;
if(vErrors !== null){
if(_errs12){
vErrors.length = _errs12;
}
else {
vErrors = null;
}
}
}
}
if(data.maxPrice !== undefined && func0.call(data, "maxPrice")){
let data3 = data.maxPrice;
if((!((typeof data3 == "number") && (isFinite(data3)))) && (data3 !== null)){
const err12 = {instancePath:instancePath+"/maxPrice",schemaPath:"#/properties/maxPrice/type",keyword:"type",params:{type: schema45.properties.maxPrice.type},message:"must be number,null"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 > 1000000 || isNaN(data3)){
const err13 = {instancePath:instancePath+"/maxPrice",schemaPath:"#/properties/maxPrice/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(data3 < 0 || isNaN(data3)){
const err14 = {instancePath:instancePath+"/maxPrice",schemaPath:"#/properties/maxPrice/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
}
if(data.listings !== undefined && func0.call(data, "listings")){
let data4 = data.listings;
if((!(Array.isArray(data4))) && (data4 !== null)){
const err15 = {instancePath:instancePath+"/listings",schemaPath:"#/properties/listings/type",keyword:"type",params:{type: schema45.properties.listings.type},message:"must be array,null"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
const _errs22 = errors;
let valid5 = true;
const _errs23 = errors;
if(errors === _errs23){
if(Array.isArray(data4)){
if(data4.length < 101){
const err16 = {};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
else {
const err17 = {};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
var _valid2 = _errs23 === errors;
errors = _errs22;
if(vErrors !== null){
if(_errs22){
vErrors.length = _errs22;
}
else {
vErrors = null;
}
}
if(!_valid2){
const _errs25 = errors;
if((!(Array.isArray(data4))) && (data4 !== null)){
const err18 = {instancePath:instancePath+"/listings",schemaPath:"#/properties/listings/else/type",keyword:"type",params:{type: schema45.properties.listings.else.type},message:"must be array,null"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(Array.isArray(data4)){
const len0 = data4.length;
for(let i0=0; i0<len0; i0++){
let data5 = data4[i0];
if(typeof data5 === "string"){
if(func63(data5) > 64){
const err19 = {instancePath:instancePath+"/listings/" + i0,schemaPath:"#/properties/listings/else/items/maxLength",keyword:"maxLength",params:{limit: 64},message:"must NOT have more than 64 characters"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if(func63(data5) < 1){
const err20 = {instancePath:instancePath+"/listings/" + i0,schemaPath:"#/properties/listings/else/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(!pattern4.test(data5)){
const err21 = {instancePath:instancePath+"/listings/" + i0,schemaPath:"#/properties/listings/else/items/pattern",keyword:"pattern",params:{pattern: "^[^\\x00]*$"},message:"must not contain the NUL character"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if(!data5.isWellFormed()){
const err22 = {instancePath:instancePath+"/listings/" + i0,schemaPath:"#/properties/listings/else/items/wellFormed",keyword:"wellFormed",params:{},message:"must be valid Unicode"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
else {
const err23 = {instancePath:instancePath+"/listings/" + i0,schemaPath:"#/properties/listings/else/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
}
var _valid2 = _errs25 === errors;
valid5 = _valid2;
}
if(!valid5){
const err24 = {instancePath:instancePath+"/listings",schemaPath:"#/properties/listings/if",keyword:"if",params:{failingKeyword: "else"},message:"must match \"else\" schema"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
if(Array.isArray(data4)){
if(data4.length > 100){
const err25 = {instancePath:instancePath+"/listings",schemaPath:"#/properties/listings/maxItems",keyword:"maxItems",params:{limit: 100},message:"must NOT have more than 100 items"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
if(data4.length < 1){
const err26 = {instancePath:instancePath+"/listings",schemaPath:"#/properties/listings/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
}
for(const key0 of Object.keys(data)){
if(!(((((key0 === "limit") || (key0 === "currency")) || (key0 === "period")) || (key0 === "maxPrice")) || (key0 === "listings"))){
const err27 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0, properties: schema48},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
}
else {
const err28 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
validate24.errors = vErrors;
return errors === 0;
}
validate24.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate23(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="CreateApiKeyRequest" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate23.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.name === undefined) || (!(func0.call(data, "name")))){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "name"},message:"must have required property '"+"name"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if((data.scopes === undefined) || (!(func0.call(data, "scopes")))){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "scopes"},message:"must have required property '"+"scopes"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.name !== undefined && func0.call(data, "name")){
let data0 = data.name;
if(typeof data0 === "string"){
if(func63(data0) > 100){
const err2 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(func63(data0) < 1){
const err3 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(!pattern13.test(data0)){
const err4 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/pattern",keyword:"pattern",params:{pattern: "^[  　]*[^  　\\x00-\\x1f\\x7f-\u2028\u2029][^\\x00-\\x1f\\x7f-\u2028\u2029]*$"},message:"must be one line of printable characters, and not only spaces"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(!data0.isWellFormed()){
const err5 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/wellFormed",keyword:"wellFormed",params:{},message:"must be valid Unicode"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.scopes !== undefined && func0.call(data, "scopes")){
let data1 = data.scopes;
const _errs5 = errors;
let valid1 = true;
const _errs6 = errors;
if(errors === _errs6){
if(Array.isArray(data1)){
if(data1.length < 51){
const err7 = {};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
var _valid0 = _errs6 === errors;
errors = _errs5;
if(vErrors !== null){
if(_errs5){
vErrors.length = _errs5;
}
else {
vErrors = null;
}
}
if(!_valid0){
const _errs8 = errors;
if(Array.isArray(data1)){
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
if(typeof data2 !== "string"){
const err9 = {instancePath:instancePath+"/scopes/" + i0,schemaPath:"KeyScope/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(!((((((((((((((((data2 === "*") || (data2 === "provider:create")) || (data2 === "provider:read")) || (data2 === "provider:delete")) || (data2 === "provider:secret")) || (data2 === "listing:read")) || (data2 === "listing:update")) || (data2 === "order:create")) || (data2 === "order:read")) || (data2 === "order:read_own")) || (data2 === "api_key:read")) || (data2 === "api_key:create")) || (data2 === "api_key:delete")) || (data2 === "account:read")) || (data2 === "account:update")) || (data2 === "webhook:manage"))){
const err10 = {instancePath:instancePath+"/scopes/" + i0,schemaPath:"KeyScope/enum",keyword:"enum",params:{allowedValues: schema32.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
else {
const err11 = {instancePath:instancePath+"/scopes",schemaPath:"#/properties/scopes/else/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
var _valid0 = _errs8 === errors;
valid1 = _valid0;
}
if(!valid1){
const err12 = {instancePath:instancePath+"/scopes",schemaPath:"#/properties/scopes/if",keyword:"if",params:{failingKeyword: "else"},message:"must match \"else\" schema"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(Array.isArray(data1)){
if(data1.length > 50){
const err13 = {instancePath:instancePath+"/scopes",schemaPath:"#/properties/scopes/maxItems",keyword:"maxItems",params:{limit: 50},message:"must NOT have more than 50 items"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
else {
const err14 = {instancePath:instancePath+"/scopes",schemaPath:"#/properties/scopes/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.expiresAt !== undefined && func0.call(data, "expiresAt")){
let data3 = data.expiresAt;
if((typeof data3 !== "string") && (data3 !== null)){
const err15 = {instancePath:instancePath+"/expiresAt",schemaPath:"#/properties/expiresAt/type",keyword:"type",params:{type: schema43.properties.expiresAt.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(typeof data3 === "string"){
if(!pattern5.test(data3)){
const err16 = {instancePath:instancePath+"/expiresAt",schemaPath:"#/properties/expiresAt/pattern",keyword:"pattern",params:{pattern: "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\\.[0-9]{1,9})?)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$"},message:"must be an RFC 3339 date and time"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if(!data3.isWellFormed()){
const err17 = {instancePath:instancePath+"/expiresAt",schemaPath:"#/properties/expiresAt/wellFormed",keyword:"wellFormed",params:{},message:"must be valid Unicode"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
}
if(data.budget !== undefined && func0.call(data, "budget")){
let data4 = data.budget;
const _errs16 = errors;
let valid5 = false;
const _errs17 = errors;
if(!(validate24(data4, {instancePath:instancePath+"/budget",parentData:data,parentDataProperty:"budget",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate24.errors : vErrors.concat(validate24.errors);
errors = vErrors.length;
}
var _valid1 = _errs17 === errors;
valid5 = valid5 || _valid1;
const _errs18 = errors;
if(data4 !== null){
const err18 = {instancePath:instancePath+"/budget",schemaPath:"#/properties/budget/anyOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
var _valid1 = _errs18 === errors;
valid5 = valid5 || _valid1;
if(!valid5){
const err19 = {instancePath:instancePath+"/budget",schemaPath:"#/properties/budget/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
else {
errors = _errs16;
if(vErrors !== null){
if(_errs16){
vErrors.length = _errs16;
}
else {
vErrors = null;
}
}
}
}
for(const key0 of Object.keys(data)){
if(!((((key0 === "name") || (key0 === "scopes")) || (key0 === "expiresAt")) || (key0 === "budget"))){
const err20 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0, properties: schema49},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
}
else {
const err21 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
validate23.errors = vErrors;
return errors === 0;
}
validate23.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const CreateOrderRequest: Validator = validate26;
const schema50 = {"$id":"CreateOrderRequest","title":"CreateOrderRequest","description":"An activation.","type":"object","required":["listingId"],"properties":{"listingId":{"type":"string","minLength":1,"maxLength":100,"pattern":"^[^\\x00]*$","description":"Id or slug of a published listing.","wellFormed":true},"requestBody":{"description":"The input: any JSON, `{}` if absent. The seller receives it as written, with all digits of its numbers."},"maxPrice":{"type":"number","minimum":0,"description":"The maximum price of the call in `currency` (default USD). If the listing costs more, or its price is in a different currency, the response is 409 `listing_changed`. A price of 0 is always accepted."},"currency":{"$ref":"Currency"},"unit":{"type":"string","minLength":1,"pattern":"^[  　]*[^  　\\x00-\\x1f\\x7f-\u2028\u2029][^\\x00-\\x1f\\x7f-\u2028\u2029]*$","maxLength":40,"description":"The required unit of the listing's price; otherwise the response is 409 `listing_changed`.","wellFormed":true},"revision":{"type":"integer","minimum":1,"description":"The required revision of the listing; otherwise the response is 409 `listing_changed`."},"metadata":{"$ref":"OrderMetadata"}},"additionalProperties":false};
const schema52 = {"$id":"OrderMetadata","title":"OrderMetadata","description":"The buyer's own strings, by name: up to 16 names of 1 to 40 characters of A-Z, a-z, 0-9, _, . and -.","type":"object","maxProperties":16,"if":{"type":"object","minProperties":17},"else":{"type":"object","propertyNames":{"type":"string","pattern":"^[A-Za-z0-9_.-]{1,40}$","wellFormed":true},"additionalProperties":{"type":"string","maxLength":200,"pattern":"^[^\\x00]*$","wellFormed":true}}};
const schema53 = {"listingId":true,"requestBody":true,"maxPrice":true,"currency":true,"unit":true,"revision":true,"metadata":true};
const pattern20 = new RegExp("^[A-Za-z0-9_.-]{1,40}$", "u");

function validate26(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="CreateOrderRequest" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate26.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.listingId === undefined) || (!(func0.call(data, "listingId")))){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "listingId"},message:"must have required property '"+"listingId"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.listingId !== undefined && func0.call(data, "listingId")){
let data0 = data.listingId;
if(typeof data0 === "string"){
if(func63(data0) > 100){
const err1 = {instancePath:instancePath+"/listingId",schemaPath:"#/properties/listingId/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(func63(data0) < 1){
const err2 = {instancePath:instancePath+"/listingId",schemaPath:"#/properties/listingId/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(!pattern4.test(data0)){
const err3 = {instancePath:instancePath+"/listingId",schemaPath:"#/properties/listingId/pattern",keyword:"pattern",params:{pattern: "^[^\\x00]*$"},message:"must not contain the NUL character"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(!data0.isWellFormed()){
const err4 = {instancePath:instancePath+"/listingId",schemaPath:"#/properties/listingId/wellFormed",keyword:"wellFormed",params:{},message:"must be valid Unicode"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/listingId",schemaPath:"#/properties/listingId/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.maxPrice !== undefined && func0.call(data, "maxPrice")){
let data1 = data.maxPrice;
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 < 0 || isNaN(data1)){
const err6 = {instancePath:instancePath+"/maxPrice",schemaPath:"#/properties/maxPrice/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/maxPrice",schemaPath:"#/properties/maxPrice/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.currency !== undefined && func0.call(data, "currency")){
let data2 = data.currency;
if(typeof data2 === "string"){
if(!pattern10.test(data2)){
const err8 = {instancePath:instancePath+"/currency",schemaPath:"Currency/pattern",keyword:"pattern",params:{pattern: "^([Aa]([Ee][Dd]|[Ff][Nn]|[Ll][Ll]|[Mm][Dd]|[Oo][Aa]|[Rr][Ss]|[Uu][Dd]|[Ww][Gg]|[Zz][Nn])|[Bb]([Aa][Mm]|[Bb][Dd]|[Dd][Tt]|[Hh][Dd]|[Ii][Ff]|[Mm][Dd]|[Nn][Dd]|[Oo][Bb]|[Rr][Ll]|[Ss][Dd]|[Tt][Nn]|[Ww][Pp]|[Yy][Nn]|[Zz][Dd])|[Cc]([Aa][Dd]|[Dd][Ff]|[Hh][Ff]|[Ll][Pp]|[Nn][Yy]|[Oo][Pp]|[Rr][Cc]|[Uu][Pp]|[Vv][Ee]|[Zz][Kk])|[Dd]([Jj][Ff]|[Kk][Kk]|[Oo][Pp]|[Zz][Dd])|[Ee]([Gg][Pp]|[Rr][Nn]|[Tt][Bb]|[Uu][Rr])|[Ff]([Jj][Dd]|[Kk][Pp])|[Gg]([Bb][Pp]|[Ee][Ll]|[Hh][Ss]|[Ii][Pp]|[Mm][Dd]|[Nn][Ff]|[Tt][Qq]|[Yy][Dd])|[Hh]([Kk][Dd]|[Nn][Ll]|[Tt][Gg]|[Uu][Ff])|[Ii]([Dd][Rr]|[Ll][Ss]|[Nn][Rr]|[Qq][Dd]|[Rr][Rr]|[Ss][Kk])|[Jj]([Mm][Dd]|[Oo][Dd]|[Pp][Yy])|[Kk]([Ee][Ss]|[Gg][Ss]|[Hh][Rr]|[Mm][Ff]|[Pp][Ww]|[Rr][Ww]|[Ww][Dd]|[Yy][Dd]|[Zz][Tt])|[Ll]([Aa][Kk]|[Bb][Pp]|[Kk][Rr]|[Rr][Dd]|[Ss][Ll]|[Yy][Dd])|[Mm]([Aa][Dd]|[Dd][Ll]|[Gg][Aa]|[Kk][Dd]|[Mm][Kk]|[Nn][Tt]|[Oo][Pp]|[Rr][Uu]|[Uu][Rr]|[Vv][Rr]|[Ww][Kk]|[Xx][Nn]|[Yy][Rr]|[Zz][Nn])|[Nn]([Aa][Dd]|[Gg][Nn]|[Ii][Oo]|[Oo][Kk]|[Pp][Rr]|[Zz][Dd])|[Oo]([Mm][Rr])|[Pp]([Aa][Bb]|[Ee][Nn]|[Gg][Kk]|[Hh][Pp]|[Kk][Rr]|[Ll][Nn]|[Yy][Gg])|[Qq]([Aa][Rr])|[Rr]([Oo][Nn]|[Ss][Dd]|[Uu][Bb]|[Ww][Ff])|[Ss]([Aa][Rr]|[Bb][Dd]|[Cc][Rr]|[Dd][Gg]|[Ee][Kk]|[Gg][Dd]|[Hh][Pp]|[Ll][Ee]|[Oo][Ss]|[Rr][Dd]|[Ss][Pp]|[Tt][Nn]|[Vv][Cc]|[Yy][Pp]|[Zz][Ll])|[Tt]([Hh][Bb]|[Jj][Ss]|[Mm][Tt]|[Nn][Dd]|[Oo][Pp]|[Rr][Yy]|[Tt][Dd]|[Ww][Dd]|[Zz][Ss])|[Uu]([Aa][Hh]|[Gg][Xx]|[Ss][Dd]|[Yy][Uu]|[Zz][Ss])|[Vv]([Ee][Dd]|[Ee][Ss]|[Nn][Dd]|[Uu][Vv])|[Ww]([Ss][Tt])|[Xx]([Aa][Ff]|[Cc][Dd]|[Cc][Gg]|[Oo][Ff]|[Pp][Ff])|[Yy]([Ee][Rr])|[Zz]([Aa][Rr]|[Mm][Ww]|[Ww][Gg]))$"},message:"must be the ISO 4217 code of a national currency in use"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(!data2.isWellFormed()){
const err9 = {instancePath:instancePath+"/currency",schemaPath:"Currency/wellFormed",keyword:"wellFormed",params:{},message:"must be valid Unicode"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/currency",schemaPath:"Currency/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.unit !== undefined && func0.call(data, "unit")){
let data3 = data.unit;
if(typeof data3 === "string"){
if(func63(data3) > 40){
const err11 = {instancePath:instancePath+"/unit",schemaPath:"#/properties/unit/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(func63(data3) < 1){
const err12 = {instancePath:instancePath+"/unit",schemaPath:"#/properties/unit/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(!pattern13.test(data3)){
const err13 = {instancePath:instancePath+"/unit",schemaPath:"#/properties/unit/pattern",keyword:"pattern",params:{pattern: "^[  　]*[^  　\\x00-\\x1f\\x7f-\u2028\u2029][^\\x00-\\x1f\\x7f-\u2028\u2029]*$"},message:"must be one line of printable characters, and not only spaces"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(!data3.isWellFormed()){
const err14 = {instancePath:instancePath+"/unit",schemaPath:"#/properties/unit/wellFormed",keyword:"wellFormed",params:{},message:"must be valid Unicode"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
else {
const err15 = {instancePath:instancePath+"/unit",schemaPath:"#/properties/unit/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data.revision !== undefined && func0.call(data, "revision")){
let data4 = data.revision;
if(!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))){
const err16 = {instancePath:instancePath+"/revision",schemaPath:"#/properties/revision/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if((typeof data4 == "number") && (isFinite(data4))){
if(data4 < 1 || isNaN(data4)){
const err17 = {instancePath:instancePath+"/revision",schemaPath:"#/properties/revision/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
}
if(data.metadata !== undefined && func0.call(data, "metadata")){
let data5 = data.metadata;
const _errs16 = errors;
let valid3 = true;
const _errs17 = errors;
if(errors === _errs17){
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
if(Object.keys(data5).length < 17){
const err18 = {};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
else {
const err19 = {};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
var _valid0 = _errs17 === errors;
errors = _errs16;
if(vErrors !== null){
if(_errs16){
vErrors.length = _errs16;
}
else {
vErrors = null;
}
}
if(!_valid0){
const _errs19 = errors;
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
for(const key0 of Object.keys(data5)){
const _errs21 = errors;
if(typeof key0 === "string"){
if(!pattern20.test(key0)){
const err20 = {instancePath:instancePath+"/metadata",schemaPath:"OrderMetadata/else/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9_.-]{1,40}$"},message:"must be 1 to 40 characters of A-Z, a-z, 0-9, _, . and -",propertyName:key0};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(!key0.isWellFormed()){
const err21 = {instancePath:instancePath+"/metadata",schemaPath:"OrderMetadata/else/propertyNames/wellFormed",keyword:"wellFormed",params:{},message:"must be valid Unicode",propertyName:key0};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
else {
const err22 = {instancePath:instancePath+"/metadata",schemaPath:"OrderMetadata/else/propertyNames/type",keyword:"type",params:{type: "string"},message:"must be string",propertyName:key0};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
var valid4 = _errs21 === errors;
if(!valid4){
const err23 = {instancePath:instancePath+"/metadata",schemaPath:"OrderMetadata/else/propertyNames",keyword:"propertyNames",params:{propertyName: key0},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
for(const key1 of Object.keys(data5)){
let data6 = data5[key1];
if(typeof data6 === "string"){
if(func63(data6) > 200){
const err24 = {instancePath:instancePath+"/metadata/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"OrderMetadata/else/additionalProperties/maxLength",keyword:"maxLength",params:{limit: 200},message:"must NOT have more than 200 characters"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
if(!pattern4.test(data6)){
const err25 = {instancePath:instancePath+"/metadata/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"OrderMetadata/else/additionalProperties/pattern",keyword:"pattern",params:{pattern: "^[^\\x00]*$"},message:"must not contain the NUL character"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
if(!data6.isWellFormed()){
const err26 = {instancePath:instancePath+"/metadata/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"OrderMetadata/else/additionalProperties/wellFormed",keyword:"wellFormed",params:{},message:"must be valid Unicode"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
else {
const err27 = {instancePath:instancePath+"/metadata/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"OrderMetadata/else/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
}
else {
const err28 = {instancePath:instancePath+"/metadata",schemaPath:"OrderMetadata/else/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
var _valid0 = _errs19 === errors;
valid3 = _valid0;
}
if(!valid3){
const err29 = {instancePath:instancePath+"/metadata",schemaPath:"OrderMetadata/if",keyword:"if",params:{failingKeyword: "else"},message:"must match \"else\" schema"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
if(Object.keys(data5).length > 16){
const err30 = {instancePath:instancePath+"/metadata",schemaPath:"OrderMetadata/maxProperties",keyword:"maxProperties",params:{limit: 16},message:"must NOT have more than 16 properties"};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
else {
const err31 = {instancePath:instancePath+"/metadata",schemaPath:"OrderMetadata/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
for(const key2 of Object.keys(data)){
if(!(((((((key2 === "listingId") || (key2 === "requestBody")) || (key2 === "maxPrice")) || (key2 === "currency")) || (key2 === "unit")) || (key2 === "revision")) || (key2 === "metadata"))){
const err32 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2, properties: schema53},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
}
else {
const err33 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
validate26.errors = vErrors;
return errors === 0;
}
validate26.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const CreateProviderRequest: Validator = validate27;
const schema54 = {"$id":"CreateProviderRequest","title":"CreateProviderRequest","description":"A provider registered by hand. It is submitted for review immediately unless `listingState` is `draft`.","type":"object","required":["title","runContract"],"properties":{"title":{"type":"string","minLength":1,"maxLength":200,"pattern":"^[^\\x00]*$","wellFormed":true},"description":{"type":["string","null"],"maxLength":5000,"pattern":"^[^\\x00]*$","wellFormed":true},"category":{"type":["string","null"],"minLength":1,"pattern":"^[  　]*[^  　\\x00-\\x1f\\x7f-\u2028\u2029][^\\x00-\\x1f\\x7f-\u2028\u2029]*$","maxLength":40,"wellFormed":true},"tags":{"type":["array","null"],"maxItems":10,"if":{"type":"array","minItems":11},"else":{"type":["array","null"],"items":{"type":"string","minLength":1,"pattern":"^[  　]*[^  　\\x00-\\x1f\\x7f-\u2028\u2029][^\\x00-\\x1f\\x7f-\u2028\u2029]*$","maxLength":32,"wellFormed":true}}},"id":{"readOnly":true,"description":"Read-only: ignored, so that you can send back a record that you read."},"userId":{"readOnly":true,"description":"Read-only: ignored, so that you can send back a record that you read."},"seller":{"readOnly":true,"description":"Read-only: ignored, so that you can send back a record that you read."},"status":{"readOnly":true,"description":"Read-only: ignored, so that you can send back a record that you read."},"reviewRejectionReason":{"readOnly":true,"description":"Read-only: ignored, so that you can send back a record that you read."},"slowInputs":{"readOnly":true,"description":"Read-only: ignored, so that you can send back a record that you read."},"reviewChecks":{"readOnly":true,"description":"Read-only: ignored, so that you can send back a record that you read."},"revision":{"readOnly":true,"description":"Read-only: ignored, so that you can send back a record that you read."},"quality":{"readOnly":true,"description":"Read-only: ignored, so that you can send back a record that you read."},"health":{"readOnly":true,"description":"Read-only: ignored, so that you can send back a record that you read."},"createdAt":{"readOnly":true,"description":"Read-only: ignored, so that you can send back a record that you read."},"updatedAt":{"readOnly":true,"description":"Read-only: ignored, so that you can send back a record that you read."},"warnings":{"readOnly":true,"description":"Read-only: ignored, so that you can send back a record that you read."},"slug":{"$ref":"Slug"},"price":{"anyOf":[{"$ref":"PriceInput"},{"type":"null"}]},"runContract":{"$ref":"RunContractInput"},"listingState":{"enum":["draft"],"description":"`draft` saves it without a review."}},"additionalProperties":false};
const schema55 = {"$id":"Slug","title":"Slug","description":"Unique and permanent. If it is or was taken, the response is 409 `slug_taken`; a slug shaped like a UUID is refused.","type":"string","pattern":"^[a-z0-9-]{3,64}$","wellFormed":true};
const schema62 = {"title":true,"description":true,"category":true,"tags":true,"slug":true,"price":true,"runContract":true,"listingState":true};
const pattern26 = new RegExp("^[a-z0-9-]{3,64}$", "u");
const schema56 = {"$id":"PriceInput","title":"PriceInput","description":"The fields of the price to set; the others keep their values (or the defaults 0, `call` and `USD`).","type":"object","properties":{"amount":{"type":"number","minimum":0,"maximum":1000000,"description":"In units of the currency, at most 6 decimals."},"unit":{"type":"string","minLength":1,"pattern":"^[  　]*[^  　\\x00-\\x1f\\x7f-\u2028\u2029][^\\x00-\\x1f\\x7f-\u2028\u2029]*$","maxLength":40,"wellFormed":true},"currency":{"$ref":"Currency"}},"additionalProperties":false};
const schema58 = {"amount":true,"unit":true,"currency":true};

function validate28(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="PriceInput" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate28.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.amount !== undefined && func0.call(data, "amount")){
let data0 = data.amount;
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 1000000 || isNaN(data0)){
const err0 = {instancePath:instancePath+"/amount",schemaPath:"#/properties/amount/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data0 < 0 || isNaN(data0)){
const err1 = {instancePath:instancePath+"/amount",schemaPath:"#/properties/amount/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath:instancePath+"/amount",schemaPath:"#/properties/amount/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.unit !== undefined && func0.call(data, "unit")){
let data1 = data.unit;
if(typeof data1 === "string"){
if(func63(data1) > 40){
const err3 = {instancePath:instancePath+"/unit",schemaPath:"#/properties/unit/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(func63(data1) < 1){
const err4 = {instancePath:instancePath+"/unit",schemaPath:"#/properties/unit/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(!pattern13.test(data1)){
const err5 = {instancePath:instancePath+"/unit",schemaPath:"#/properties/unit/pattern",keyword:"pattern",params:{pattern: "^[  　]*[^  　\\x00-\\x1f\\x7f-\u2028\u2029][^\\x00-\\x1f\\x7f-\u2028\u2029]*$"},message:"must be one line of printable characters, and not only spaces"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(!data1.isWellFormed()){
const err6 = {instancePath:instancePath+"/unit",schemaPath:"#/properties/unit/wellFormed",keyword:"wellFormed",params:{},message:"must be valid Unicode"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/unit",schemaPath:"#/properties/unit/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.currency !== undefined && func0.call(data, "currency")){
let data2 = data.currency;
if(typeof data2 === "string"){
if(!pattern10.test(data2)){
const err8 = {instancePath:instancePath+"/currency",schemaPath:"Currency/pattern",keyword:"pattern",params:{pattern: "^([Aa]([Ee][Dd]|[Ff][Nn]|[Ll][Ll]|[Mm][Dd]|[Oo][Aa]|[Rr][Ss]|[Uu][Dd]|[Ww][Gg]|[Zz][Nn])|[Bb]([Aa][Mm]|[Bb][Dd]|[Dd][Tt]|[Hh][Dd]|[Ii][Ff]|[Mm][Dd]|[Nn][Dd]|[Oo][Bb]|[Rr][Ll]|[Ss][Dd]|[Tt][Nn]|[Ww][Pp]|[Yy][Nn]|[Zz][Dd])|[Cc]([Aa][Dd]|[Dd][Ff]|[Hh][Ff]|[Ll][Pp]|[Nn][Yy]|[Oo][Pp]|[Rr][Cc]|[Uu][Pp]|[Vv][Ee]|[Zz][Kk])|[Dd]([Jj][Ff]|[Kk][Kk]|[Oo][Pp]|[Zz][Dd])|[Ee]([Gg][Pp]|[Rr][Nn]|[Tt][Bb]|[Uu][Rr])|[Ff]([Jj][Dd]|[Kk][Pp])|[Gg]([Bb][Pp]|[Ee][Ll]|[Hh][Ss]|[Ii][Pp]|[Mm][Dd]|[Nn][Ff]|[Tt][Qq]|[Yy][Dd])|[Hh]([Kk][Dd]|[Nn][Ll]|[Tt][Gg]|[Uu][Ff])|[Ii]([Dd][Rr]|[Ll][Ss]|[Nn][Rr]|[Qq][Dd]|[Rr][Rr]|[Ss][Kk])|[Jj]([Mm][Dd]|[Oo][Dd]|[Pp][Yy])|[Kk]([Ee][Ss]|[Gg][Ss]|[Hh][Rr]|[Mm][Ff]|[Pp][Ww]|[Rr][Ww]|[Ww][Dd]|[Yy][Dd]|[Zz][Tt])|[Ll]([Aa][Kk]|[Bb][Pp]|[Kk][Rr]|[Rr][Dd]|[Ss][Ll]|[Yy][Dd])|[Mm]([Aa][Dd]|[Dd][Ll]|[Gg][Aa]|[Kk][Dd]|[Mm][Kk]|[Nn][Tt]|[Oo][Pp]|[Rr][Uu]|[Uu][Rr]|[Vv][Rr]|[Ww][Kk]|[Xx][Nn]|[Yy][Rr]|[Zz][Nn])|[Nn]([Aa][Dd]|[Gg][Nn]|[Ii][Oo]|[Oo][Kk]|[Pp][Rr]|[Zz][Dd])|[Oo]([Mm][Rr])|[Pp]([Aa][Bb]|[Ee][Nn]|[Gg][Kk]|[Hh][Pp]|[Kk][Rr]|[Ll][Nn]|[Yy][Gg])|[Qq]([Aa][Rr])|[Rr]([Oo][Nn]|[Ss][Dd]|[Uu][Bb]|[Ww][Ff])|[Ss]([Aa][Rr]|[Bb][Dd]|[Cc][Rr]|[Dd][Gg]|[Ee][Kk]|[Gg][Dd]|[Hh][Pp]|[Ll][Ee]|[Oo][Ss]|[Rr][Dd]|[Ss][Pp]|[Tt][Nn]|[Vv][Cc]|[Yy][Pp]|[Zz][Ll])|[Tt]([Hh][Bb]|[Jj][Ss]|[Mm][Tt]|[Nn][Dd]|[Oo][Pp]|[Rr][Yy]|[Tt][Dd]|[Ww][Dd]|[Zz][Ss])|[Uu]([Aa][Hh]|[Gg][Xx]|[Ss][Dd]|[Yy][Uu]|[Zz][Ss])|[Vv]([Ee][Dd]|[Ee][Ss]|[Nn][Dd]|[Uu][Vv])|[Ww]([Ss][Tt])|[Xx]([Aa][Ff]|[Cc][Dd]|[Cc][Gg]|[Oo][Ff]|[Pp][Ff])|[Yy]([Ee][Rr])|[Zz]([Aa][Rr]|[Mm][Ww]|[Ww][Gg]))$"},message:"must be the ISO 4217 code of a national currency in use"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(!data2.isWellFormed()){
const err9 = {instancePath:instancePath+"/currency",schemaPath:"Currency/wellFormed",keyword:"wellFormed",params:{},message:"must be valid Unicode"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/currency",schemaPath:"Currency/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
for(const key0 of Object.keys(data)){
if(!(((key0 === "amount") || (key0 === "unit")) || (key0 === "currency"))){
const err11 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0, properties: schema58},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
}
else {
const err12 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
validate28.errors = vErrors;
return errors === 0;
}
validate28.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema59 = {"$id":"RunContractInput","title":"RunContractInput","description":"How the marketplace should call the seller.","type":"object","required":["method","endpointPath"],"properties":{"method":{"$ref":"Method"},"endpointPath":{"type":"string","description":"Absolute URL of the seller's endpoint; outside dev mode https on a public address."},"healthEndpoint":{"type":["string","null"],"description":"Absolute URL probed with GET every 5 minutes."},"inputSchema":{"type":["object","null"],"description":"JSON Schema (draft-07, 2019-09 or 2020-12) of the input."},"outputSchema":{"type":["object","null"],"description":"JSON Schema of the result."},"requestExampleJson":{"type":["string","null"],"maxLength":65536,"pattern":"^[^\\x00]*$","description":"An example request, as a JSON string.","wellFormed":true},"responseExampleJson":{"type":["string","null"],"maxLength":65536,"pattern":"^[^\\x00]*$","description":"An example response, as a JSON string.","wellFormed":true}},"additionalProperties":false};
const schema60 = {"$id":"Method","title":"Method","description":"HTTP method of a run contract.","type":"string","enum":["GET","POST","PUT","PATCH","DELETE"]};
const schema61 = {"method":true,"endpointPath":true,"healthEndpoint":true,"inputSchema":true,"outputSchema":true,"requestExampleJson":true,"responseExampleJson":true};

function validate30(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="RunContractInput" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate30.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.method === undefined) || (!(func0.call(data, "method")))){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "method"},message:"must have required property '"+"method"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if((data.endpointPath === undefined) || (!(func0.call(data, "endpointPath")))){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "endpointPath"},message:"must have required property '"+"endpointPath"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.method !== undefined && func0.call(data, "method")){
let data0 = data.method;
if(typeof data0 !== "string"){
const err2 = {instancePath:instancePath+"/method",schemaPath:"Method/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(!(((((data0 === "GET") || (data0 === "POST")) || (data0 === "PUT")) || (data0 === "PATCH")) || (data0 === "DELETE"))){
const err3 = {instancePath:instancePath+"/method",schemaPath:"Method/enum",keyword:"enum",params:{allowedValues: schema60.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.endpointPath !== undefined && func0.call(data, "endpointPath")){
if(typeof data.endpointPath !== "string"){
const err4 = {instancePath:instancePath+"/endpointPath",schemaPath:"#/properties/endpointPath/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.healthEndpoint !== undefined && func0.call(data, "healthEndpoint")){
let data2 = data.healthEndpoint;
if((typeof data2 !== "string") && (data2 !== null)){
const err5 = {instancePath:instancePath+"/healthEndpoint",schemaPath:"#/properties/healthEndpoint/type",keyword:"type",params:{type: schema59.properties.healthEndpoint.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.inputSchema !== undefined && func0.call(data, "inputSchema")){
let data3 = data.inputSchema;
if((!(data3 && typeof data3 == "object" && !Array.isArray(data3))) && (data3 !== null)){
const err6 = {instancePath:instancePath+"/inputSchema",schemaPath:"#/properties/inputSchema/type",keyword:"type",params:{type: schema59.properties.inputSchema.type},message:"must be object,null"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.outputSchema !== undefined && func0.call(data, "outputSchema")){
let data4 = data.outputSchema;
if((!(data4 && typeof data4 == "object" && !Array.isArray(data4))) && (data4 !== null)){
const err7 = {instancePath:instancePath+"/outputSchema",schemaPath:"#/properties/outputSchema/type",keyword:"type",params:{type: schema59.properties.outputSchema.type},message:"must be object,null"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.requestExampleJson !== undefined && func0.call(data, "requestExampleJson")){
let data5 = data.requestExampleJson;
if((typeof data5 !== "string") && (data5 !== null)){
const err8 = {instancePath:instancePath+"/requestExampleJson",schemaPath:"#/properties/requestExampleJson/type",keyword:"type",params:{type: schema59.properties.requestExampleJson.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(typeof data5 === "string"){
if(func63(data5) > 65536){
const err9 = {instancePath:instancePath+"/requestExampleJson",schemaPath:"#/properties/requestExampleJson/maxLength",keyword:"maxLength",params:{limit: 65536},message:"must NOT have more than 65536 characters"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(!pattern4.test(data5)){
const err10 = {instancePath:instancePath+"/requestExampleJson",schemaPath:"#/properties/requestExampleJson/pattern",keyword:"pattern",params:{pattern: "^[^\\x00]*$"},message:"must not contain the NUL character"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(!data5.isWellFormed()){
const err11 = {instancePath:instancePath+"/requestExampleJson",schemaPath:"#/properties/requestExampleJson/wellFormed",keyword:"wellFormed",params:{},message:"must be valid Unicode"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
}
if(data.responseExampleJson !== undefined && func0.call(data, "responseExampleJson")){
let data6 = data.responseExampleJson;
if((typeof data6 !== "string") && (data6 !== null)){
const err12 = {instancePath:instancePath+"/responseExampleJson",schemaPath:"#/properties/responseExampleJson/type",keyword:"type",params:{type: schema59.properties.responseExampleJson.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(typeof data6 === "string"){
if(func63(data6) > 65536){
const err13 = {instancePath:instancePath+"/responseExampleJson",schemaPath:"#/properties/responseExampleJson/maxLength",keyword:"maxLength",params:{limit: 65536},message:"must NOT have more than 65536 characters"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(!pattern4.test(data6)){
const err14 = {instancePath:instancePath+"/responseExampleJson",schemaPath:"#/properties/responseExampleJson/pattern",keyword:"pattern",params:{pattern: "^[^\\x00]*$"},message:"must not contain the NUL character"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(!data6.isWellFormed()){
const err15 = {instancePath:instancePath+"/responseExampleJson",schemaPath:"#/properties/responseExampleJson/wellFormed",keyword:"wellFormed",params:{},message:"must be valid Unicode"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
}
for(const key0 of Object.keys(data)){
if(!(((((((key0 === "method") || (key0 === "endpointPath")) || (key0 === "healthEndpoint")) || (key0 === "inputSchema")) || (key0 === "outputSchema")) || (key0 === "requestExampleJson")) || (key0 === "responseExampleJson"))){
const err16 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0, properties: schema61},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
}
else {
const err17 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
validate30.errors = vErrors;
return errors === 0;
}
validate30.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate27(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="CreateProviderRequest" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate27.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.title === undefined) || (!(func0.call(data, "title")))){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "title"},message:"must have required property '"+"title"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if((data.runContract === undefined) || (!(func0.call(data, "runContract")))){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "runContract"},message:"must have required property '"+"runContract"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.title !== undefined && func0.call(data, "title")){
let data0 = data.title;
if(typeof data0 === "string"){
if(func63(data0) > 200){
const err2 = {instancePath:instancePath+"/title",schemaPath:"#/properties/title/maxLength",keyword:"maxLength",params:{limit: 200},message:"must NOT have more than 200 characters"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(func63(data0) < 1){
const err3 = {instancePath:instancePath+"/title",schemaPath:"#/properties/title/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(!pattern4.test(data0)){
const err4 = {instancePath:instancePath+"/title",schemaPath:"#/properties/title/pattern",keyword:"pattern",params:{pattern: "^[^\\x00]*$"},message:"must not contain the NUL character"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(!data0.isWellFormed()){
const err5 = {instancePath:instancePath+"/title",schemaPath:"#/properties/title/wellFormed",keyword:"wellFormed",params:{},message:"must be valid Unicode"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/title",schemaPath:"#/properties/title/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.description !== undefined && func0.call(data, "description")){
let data1 = data.description;
if((typeof data1 !== "string") && (data1 !== null)){
const err7 = {instancePath:instancePath+"/description",schemaPath:"#/properties/description/type",keyword:"type",params:{type: schema54.properties.description.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(typeof data1 === "string"){
if(func63(data1) > 5000){
const err8 = {instancePath:instancePath+"/description",schemaPath:"#/properties/description/maxLength",keyword:"maxLength",params:{limit: 5000},message:"must NOT have more than 5000 characters"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(!pattern4.test(data1)){
const err9 = {instancePath:instancePath+"/description",schemaPath:"#/properties/description/pattern",keyword:"pattern",params:{pattern: "^[^\\x00]*$"},message:"must not contain the NUL character"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(!data1.isWellFormed()){
const err10 = {instancePath:instancePath+"/description",schemaPath:"#/properties/description/wellFormed",keyword:"wellFormed",params:{},message:"must be valid Unicode"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
if(data.category !== undefined && func0.call(data, "category")){
let data2 = data.category;
if((typeof data2 !== "string") && (data2 !== null)){
const err11 = {instancePath:instancePath+"/category",schemaPath:"#/properties/category/type",keyword:"type",params:{type: schema54.properties.category.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(typeof data2 === "string"){
if(func63(data2) > 40){
const err12 = {instancePath:instancePath+"/category",schemaPath:"#/properties/category/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(func63(data2) < 1){
const err13 = {instancePath:instancePath+"/category",schemaPath:"#/properties/category/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(!pattern13.test(data2)){
const err14 = {instancePath:instancePath+"/category",schemaPath:"#/properties/category/pattern",keyword:"pattern",params:{pattern: "^[  　]*[^  　\\x00-\\x1f\\x7f-\u2028\u2029][^\\x00-\\x1f\\x7f-\u2028\u2029]*$"},message:"must be one line of printable characters, and not only spaces"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(!data2.isWellFormed()){
const err15 = {instancePath:instancePath+"/category",schemaPath:"#/properties/category/wellFormed",keyword:"wellFormed",params:{},message:"must be valid Unicode"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
}
if(data.tags !== undefined && func0.call(data, "tags")){
let data3 = data.tags;
if((!(Array.isArray(data3))) && (data3 !== null)){
const err16 = {instancePath:instancePath+"/tags",schemaPath:"#/properties/tags/type",keyword:"type",params:{type: schema54.properties.tags.type},message:"must be array,null"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
const _errs9 = errors;
let valid1 = true;
const _errs10 = errors;
if(errors === _errs10){
if(Array.isArray(data3)){
if(data3.length < 11){
const err17 = {};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
else {
const err18 = {};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
var _valid0 = _errs10 === errors;
errors = _errs9;
if(vErrors !== null){
if(_errs9){
vErrors.length = _errs9;
}
else {
vErrors = null;
}
}
if(!_valid0){
const _errs12 = errors;
if((!(Array.isArray(data3))) && (data3 !== null)){
const err19 = {instancePath:instancePath+"/tags",schemaPath:"#/properties/tags/else/type",keyword:"type",params:{type: schema54.properties.tags.else.type},message:"must be array,null"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if(Array.isArray(data3)){
const len0 = data3.length;
for(let i0=0; i0<len0; i0++){
let data4 = data3[i0];
if(typeof data4 === "string"){
if(func63(data4) > 32){
const err20 = {instancePath:instancePath+"/tags/" + i0,schemaPath:"#/properties/tags/else/items/maxLength",keyword:"maxLength",params:{limit: 32},message:"must NOT have more than 32 characters"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(func63(data4) < 1){
const err21 = {instancePath:instancePath+"/tags/" + i0,schemaPath:"#/properties/tags/else/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if(!pattern13.test(data4)){
const err22 = {instancePath:instancePath+"/tags/" + i0,schemaPath:"#/properties/tags/else/items/pattern",keyword:"pattern",params:{pattern: "^[  　]*[^  　\\x00-\\x1f\\x7f-\u2028\u2029][^\\x00-\\x1f\\x7f-\u2028\u2029]*$"},message:"must be one line of printable characters, and not only spaces"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if(!data4.isWellFormed()){
const err23 = {instancePath:instancePath+"/tags/" + i0,schemaPath:"#/properties/tags/else/items/wellFormed",keyword:"wellFormed",params:{},message:"must be valid Unicode"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
else {
const err24 = {instancePath:instancePath+"/tags/" + i0,schemaPath:"#/properties/tags/else/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
}
var _valid0 = _errs12 === errors;
valid1 = _valid0;
}
if(!valid1){
const err25 = {instancePath:instancePath+"/tags",schemaPath:"#/properties/tags/if",keyword:"if",params:{failingKeyword: "else"},message:"must match \"else\" schema"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
if(Array.isArray(data3)){
if(data3.length > 10){
const err26 = {instancePath:instancePath+"/tags",schemaPath:"#/properties/tags/maxItems",keyword:"maxItems",params:{limit: 10},message:"must NOT have more than 10 items"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
}
if(data.slug !== undefined && func0.call(data, "slug")){
let data5 = data.slug;
if(typeof data5 === "string"){
if(!pattern26.test(data5)){
const err27 = {instancePath:instancePath+"/slug",schemaPath:"Slug/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9-]{3,64}$"},message:"must be 3 to 64 characters of a-z, 0-9 and -"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
if(!data5.isWellFormed()){
const err28 = {instancePath:instancePath+"/slug",schemaPath:"Slug/wellFormed",keyword:"wellFormed",params:{},message:"must be valid Unicode"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
else {
const err29 = {instancePath:instancePath+"/slug",schemaPath:"Slug/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
if(data.price !== undefined && func0.call(data, "price")){
let data6 = data.price;
const _errs20 = errors;
let valid5 = false;
const _errs21 = errors;
if(!(validate28(data6, {instancePath:instancePath+"/price",parentData:data,parentDataProperty:"price",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate28.errors : vErrors.concat(validate28.errors);
errors = vErrors.length;
}
var _valid1 = _errs21 === errors;
valid5 = valid5 || _valid1;
const _errs22 = errors;
if(data6 !== null){
const err30 = {instancePath:instancePath+"/price",schemaPath:"#/properties/price/anyOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
var _valid1 = _errs22 === errors;
valid5 = valid5 || _valid1;
if(!valid5){
const err31 = {instancePath:instancePath+"/price",schemaPath:"#/properties/price/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
else {
errors = _errs20;
if(vErrors !== null){
if(_errs20){
vErrors.length = _errs20;
}
else {
vErrors = null;
}
}
}
}
if(data.runContract !== undefined && func0.call(data, "runContract")){
if(!(validate30(data.runContract, {instancePath:instancePath+"/runContract",parentData:data,parentDataProperty:"runContract",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate30.errors : vErrors.concat(validate30.errors);
errors = vErrors.length;
}
}
if(data.listingState !== undefined && func0.call(data, "listingState")){
if(!(data.listingState === "draft")){
const err32 = {instancePath:instancePath+"/listingState",schemaPath:"#/properties/listingState/enum",keyword:"enum",params:{allowedValues: schema54.properties.listingState.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
for(const key0 of Object.keys(data)){
if(!(func0.call(schema54.properties, key0))){
const err33 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0, properties: schema62},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
}
else {
const err34 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
validate27.errors = vErrors;
return errors === 0;
}
validate27.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const CreateWebhookRequest: Validator = validate32;
const schema63 = {"$id":"CreateWebhookRequest","title":"CreateWebhookRequest","description":"A webhook to create.","type":"object","required":["url"],"properties":{"url":{"type":"string","maxLength":2048,"pattern":"^[Hh][Tt][Tt][Pp][Ss]?://+[^/?#@\\\\\\x00-\\x20\\x7f-   - \u2028\u2029  　]+([/?#][^\\\\\\x00-\\x20\\x7f-   - \u2028\u2029  　]*)?$","description":"Absolute URL: https on a public address; dev mode also allows http and private addresses.","wellFormed":true},"events":{"type":"array","minItems":1,"maxItems":10,"description":"`[\"order.settled\"]` by default.","if":{"type":"array","minItems":11},"else":{"type":"array","items":{"$ref":"WebhookEvent"}}},"filter":{"anyOf":[{"$ref":"WebhookFilterInput"},{"type":"null"}],"description":"Which orders to deliver; all by default."}},"additionalProperties":false};
const schema64 = {"$id":"WebhookEvent","title":"WebhookEvent","description":"An event that a webhook receives: `order.settled`, when one of your orders has completed or failed.","type":"string","enum":["order.settled"]};
const schema68 = {"url":true,"events":true,"filter":true};
const pattern31 = new RegExp("^[Hh][Tt][Tt][Pp][Ss]?://+[^/?#@\\\\\\x00-\\x20\\x7f-   - \u2028\u2029  　]+([/?#][^\\\\\\x00-\\x20\\x7f-   - \u2028\u2029  　]*)?$", "u");
const schema65 = {"$id":"WebhookFilterInput","title":"WebhookFilterInput","description":"Which orders to deliver: those that meet every condition. `null` removes a condition.","type":"object","properties":{"keyId":{"type":["string","null"],"maxLength":64,"pattern":"^[^\\x00]*$","description":"Only orders placed with this API key of yours.","wellFormed":true},"listingId":{"type":["string","null"],"minLength":1,"maxLength":64,"pattern":"^[^\\x00]*$","description":"Only orders of this listing (id or slug); stored as an id.","wellFormed":true},"orderState":{"anyOf":[{"$ref":"SettledState"},{"type":"null"}],"description":"Only orders that completed, or only those that failed."}},"additionalProperties":false};
const schema66 = {"$id":"SettledState","title":"SettledState","description":"How an order settles.","type":"string","enum":["completed","failed"]};
const schema67 = {"keyId":true,"listingId":true,"orderState":true};

function validate33(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="WebhookFilterInput" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate33.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.keyId !== undefined && func0.call(data, "keyId")){
let data0 = data.keyId;
if((typeof data0 !== "string") && (data0 !== null)){
const err0 = {instancePath:instancePath+"/keyId",schemaPath:"#/properties/keyId/type",keyword:"type",params:{type: schema65.properties.keyId.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(typeof data0 === "string"){
if(func63(data0) > 64){
const err1 = {instancePath:instancePath+"/keyId",schemaPath:"#/properties/keyId/maxLength",keyword:"maxLength",params:{limit: 64},message:"must NOT have more than 64 characters"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(!pattern4.test(data0)){
const err2 = {instancePath:instancePath+"/keyId",schemaPath:"#/properties/keyId/pattern",keyword:"pattern",params:{pattern: "^[^\\x00]*$"},message:"must not contain the NUL character"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(!data0.isWellFormed()){
const err3 = {instancePath:instancePath+"/keyId",schemaPath:"#/properties/keyId/wellFormed",keyword:"wellFormed",params:{},message:"must be valid Unicode"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
if(data.listingId !== undefined && func0.call(data, "listingId")){
let data1 = data.listingId;
if((typeof data1 !== "string") && (data1 !== null)){
const err4 = {instancePath:instancePath+"/listingId",schemaPath:"#/properties/listingId/type",keyword:"type",params:{type: schema65.properties.listingId.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(typeof data1 === "string"){
if(func63(data1) > 64){
const err5 = {instancePath:instancePath+"/listingId",schemaPath:"#/properties/listingId/maxLength",keyword:"maxLength",params:{limit: 64},message:"must NOT have more than 64 characters"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(func63(data1) < 1){
const err6 = {instancePath:instancePath+"/listingId",schemaPath:"#/properties/listingId/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(!pattern4.test(data1)){
const err7 = {instancePath:instancePath+"/listingId",schemaPath:"#/properties/listingId/pattern",keyword:"pattern",params:{pattern: "^[^\\x00]*$"},message:"must not contain the NUL character"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(!data1.isWellFormed()){
const err8 = {instancePath:instancePath+"/listingId",schemaPath:"#/properties/listingId/wellFormed",keyword:"wellFormed",params:{},message:"must be valid Unicode"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
if(data.orderState !== undefined && func0.call(data, "orderState")){
let data2 = data.orderState;
const _errs6 = errors;
let valid1 = false;
const _errs7 = errors;
if(typeof data2 !== "string"){
const err9 = {instancePath:instancePath+"/orderState",schemaPath:"SettledState/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(!((data2 === "completed") || (data2 === "failed"))){
const err10 = {instancePath:instancePath+"/orderState",schemaPath:"SettledState/enum",keyword:"enum",params:{allowedValues: schema66.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
var _valid0 = _errs7 === errors;
valid1 = valid1 || _valid0;
const _errs10 = errors;
if(data2 !== null){
const err11 = {instancePath:instancePath+"/orderState",schemaPath:"#/properties/orderState/anyOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
var _valid0 = _errs10 === errors;
valid1 = valid1 || _valid0;
if(!valid1){
const err12 = {instancePath:instancePath+"/orderState",schemaPath:"#/properties/orderState/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
else {
errors = _errs6;
if(vErrors !== null){
if(_errs6){
vErrors.length = _errs6;
}
else {
vErrors = null;
}
}
}
}
for(const key0 of Object.keys(data)){
if(!(((key0 === "keyId") || (key0 === "listingId")) || (key0 === "orderState"))){
const err13 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0, properties: schema67},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
}
else {
const err14 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
validate33.errors = vErrors;
return errors === 0;
}
validate33.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate32(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="CreateWebhookRequest" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate32.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.url === undefined) || (!(func0.call(data, "url")))){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "url"},message:"must have required property '"+"url"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.url !== undefined && func0.call(data, "url")){
let data0 = data.url;
if(typeof data0 === "string"){
if(func63(data0) > 2048){
const err1 = {instancePath:instancePath+"/url",schemaPath:"#/properties/url/maxLength",keyword:"maxLength",params:{limit: 2048},message:"must NOT have more than 2048 characters"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(!pattern31.test(data0)){
const err2 = {instancePath:instancePath+"/url",schemaPath:"#/properties/url/pattern",keyword:"pattern",params:{pattern: "^[Hh][Tt][Tt][Pp][Ss]?://+[^/?#@\\\\\\x00-\\x20\\x7f-   - \u2028\u2029  　]+([/?#][^\\\\\\x00-\\x20\\x7f-   - \u2028\u2029  　]*)?$"},message:"must be an http(s) URL without spaces, user name or password"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(!data0.isWellFormed()){
const err3 = {instancePath:instancePath+"/url",schemaPath:"#/properties/url/wellFormed",keyword:"wellFormed",params:{},message:"must be valid Unicode"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/url",schemaPath:"#/properties/url/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.events !== undefined && func0.call(data, "events")){
let data1 = data.events;
const _errs5 = errors;
let valid1 = true;
const _errs6 = errors;
if(errors === _errs6){
if(Array.isArray(data1)){
if(data1.length < 11){
const err5 = {};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
var _valid0 = _errs6 === errors;
errors = _errs5;
if(vErrors !== null){
if(_errs5){
vErrors.length = _errs5;
}
else {
vErrors = null;
}
}
if(!_valid0){
const _errs8 = errors;
if(Array.isArray(data1)){
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
if(typeof data2 !== "string"){
const err7 = {instancePath:instancePath+"/events/" + i0,schemaPath:"WebhookEvent/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(!(data2 === "order.settled")){
const err8 = {instancePath:instancePath+"/events/" + i0,schemaPath:"WebhookEvent/enum",keyword:"enum",params:{allowedValues: schema64.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
else {
const err9 = {instancePath:instancePath+"/events",schemaPath:"#/properties/events/else/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
var _valid0 = _errs8 === errors;
valid1 = _valid0;
}
if(!valid1){
const err10 = {instancePath:instancePath+"/events",schemaPath:"#/properties/events/if",keyword:"if",params:{failingKeyword: "else"},message:"must match \"else\" schema"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(Array.isArray(data1)){
if(data1.length > 10){
const err11 = {instancePath:instancePath+"/events",schemaPath:"#/properties/events/maxItems",keyword:"maxItems",params:{limit: 10},message:"must NOT have more than 10 items"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(data1.length < 1){
const err12 = {instancePath:instancePath+"/events",schemaPath:"#/properties/events/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/events",schemaPath:"#/properties/events/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.filter !== undefined && func0.call(data, "filter")){
let data3 = data.filter;
const _errs14 = errors;
let valid5 = false;
const _errs15 = errors;
if(!(validate33(data3, {instancePath:instancePath+"/filter",parentData:data,parentDataProperty:"filter",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate33.errors : vErrors.concat(validate33.errors);
errors = vErrors.length;
}
var _valid1 = _errs15 === errors;
valid5 = valid5 || _valid1;
const _errs16 = errors;
if(data3 !== null){
const err14 = {instancePath:instancePath+"/filter",schemaPath:"#/properties/filter/anyOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
var _valid1 = _errs16 === errors;
valid5 = valid5 || _valid1;
if(!valid5){
const err15 = {instancePath:instancePath+"/filter",schemaPath:"#/properties/filter/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
else {
errors = _errs14;
if(vErrors !== null){
if(_errs14){
vErrors.length = _errs14;
}
else {
vErrors = null;
}
}
}
}
for(const key0 of Object.keys(data)){
if(!(((key0 === "url") || (key0 === "events")) || (key0 === "filter"))){
const err16 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0, properties: schema68},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
}
else {
const err17 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
validate32.errors = vErrors;
return errors === 0;
}
validate32.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const DevSignInRequest: Validator = validate35;
const schema69 = {"$id":"DevSignInRequest","title":"DevSignInRequest","description":"Signs the person of dev mode in.","type":"object","properties":{"token":{"type":"string","minLength":1,"maxLength":64,"pattern":"^[^\\x00]*$","description":"The token of the address that the server printed, or the API key that it printed.","wellFormed":true}},"required":["token"],"additionalProperties":false};
const schema70 = {"token":true};

function validate35(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="DevSignInRequest" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate35.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.token === undefined) || (!(func0.call(data, "token")))){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "token"},message:"must have required property '"+"token"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.token !== undefined && func0.call(data, "token")){
let data0 = data.token;
if(typeof data0 === "string"){
if(func63(data0) > 64){
const err1 = {instancePath:instancePath+"/token",schemaPath:"#/properties/token/maxLength",keyword:"maxLength",params:{limit: 64},message:"must NOT have more than 64 characters"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(func63(data0) < 1){
const err2 = {instancePath:instancePath+"/token",schemaPath:"#/properties/token/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(!pattern4.test(data0)){
const err3 = {instancePath:instancePath+"/token",schemaPath:"#/properties/token/pattern",keyword:"pattern",params:{pattern: "^[^\\x00]*$"},message:"must not contain the NUL character"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(!data0.isWellFormed()){
const err4 = {instancePath:instancePath+"/token",schemaPath:"#/properties/token/wellFormed",keyword:"wellFormed",params:{},message:"must be valid Unicode"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/token",schemaPath:"#/properties/token/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
for(const key0 of Object.keys(data)){
if(!(key0 === "token")){
const err6 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0, properties: schema70},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
else {
const err7 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
validate35.errors = vErrors;
return errors === 0;
}
validate35.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const DeviceCodeForm: Validator = validate36;
const schema71 = {"$id":"DeviceCodeForm","title":"DeviceCodeForm","description":"A program asks for a device code and a user code (RFC 8628, section 3.1), as `application/x-www-form-urlencoded`.","type":"object","required":["client_id"],"properties":{"client_id":{"type":"string","minLength":1,"maxLength":200,"description":"The name of the program, which the person sees.","examples":["my-tool"]},"host_name":{"type":"string","maxLength":255,"description":"The name of the machine, which the person sees and which becomes the name of the key.","examples":["ann-laptop"]},"scope":{"type":"string","maxLength":2000,"description":"The scopes that it asks for, separated by spaces; `*` by default.","examples":["order:create order:read"]}}};

function validate36(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="DeviceCodeForm" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate36.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.client_id === undefined) || (!(func0.call(data, "client_id")))){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "client_id"},message:"must have required property '"+"client_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.client_id !== undefined && func0.call(data, "client_id")){
let data0 = data.client_id;
if(typeof data0 === "string"){
if(func63(data0) > 200){
const err1 = {instancePath:instancePath+"/client_id",schemaPath:"#/properties/client_id/maxLength",keyword:"maxLength",params:{limit: 200},message:"must NOT have more than 200 characters"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(func63(data0) < 1){
const err2 = {instancePath:instancePath+"/client_id",schemaPath:"#/properties/client_id/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/client_id",schemaPath:"#/properties/client_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.host_name !== undefined && func0.call(data, "host_name")){
let data1 = data.host_name;
if(typeof data1 === "string"){
if(func63(data1) > 255){
const err4 = {instancePath:instancePath+"/host_name",schemaPath:"#/properties/host_name/maxLength",keyword:"maxLength",params:{limit: 255},message:"must NOT have more than 255 characters"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/host_name",schemaPath:"#/properties/host_name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.scope !== undefined && func0.call(data, "scope")){
let data2 = data.scope;
if(typeof data2 === "string"){
if(func63(data2) > 2000){
const err6 = {instancePath:instancePath+"/scope",schemaPath:"#/properties/scope/maxLength",keyword:"maxLength",params:{limit: 2000},message:"must NOT have more than 2000 characters"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/scope",schemaPath:"#/properties/scope/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
else {
const err8 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
validate36.errors = vErrors;
return errors === 0;
}
validate36.evaluated = {"props":{"client_id":true,"host_name":true,"scope":true},"dynamicProps":false,"dynamicItems":false};

export const DeviceTokenForm: Validator = validate37;
const schema72 = {"$id":"DeviceTokenForm","title":"DeviceTokenForm","description":"A program asks for its API key (RFC 8628, section 3.4), as `application/x-www-form-urlencoded`.","type":"object","required":["grant_type","device_code","client_id"],"properties":{"grant_type":{"type":"string","maxLength":200,"examples":["urn:ietf:params:oauth:grant-type:device_code"]},"device_code":{"type":"string","minLength":1,"maxLength":200},"client_id":{"type":"string","minLength":1,"maxLength":200,"description":"The same as in the request for the code.","examples":["my-tool"]}}};

function validate37(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="DeviceTokenForm" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate37.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.grant_type === undefined) || (!(func0.call(data, "grant_type")))){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "grant_type"},message:"must have required property '"+"grant_type"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if((data.device_code === undefined) || (!(func0.call(data, "device_code")))){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "device_code"},message:"must have required property '"+"device_code"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if((data.client_id === undefined) || (!(func0.call(data, "client_id")))){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "client_id"},message:"must have required property '"+"client_id"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.grant_type !== undefined && func0.call(data, "grant_type")){
let data0 = data.grant_type;
if(typeof data0 === "string"){
if(func63(data0) > 200){
const err3 = {instancePath:instancePath+"/grant_type",schemaPath:"#/properties/grant_type/maxLength",keyword:"maxLength",params:{limit: 200},message:"must NOT have more than 200 characters"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/grant_type",schemaPath:"#/properties/grant_type/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.device_code !== undefined && func0.call(data, "device_code")){
let data1 = data.device_code;
if(typeof data1 === "string"){
if(func63(data1) > 200){
const err5 = {instancePath:instancePath+"/device_code",schemaPath:"#/properties/device_code/maxLength",keyword:"maxLength",params:{limit: 200},message:"must NOT have more than 200 characters"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(func63(data1) < 1){
const err6 = {instancePath:instancePath+"/device_code",schemaPath:"#/properties/device_code/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/device_code",schemaPath:"#/properties/device_code/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.client_id !== undefined && func0.call(data, "client_id")){
let data2 = data.client_id;
if(typeof data2 === "string"){
if(func63(data2) > 200){
const err8 = {instancePath:instancePath+"/client_id",schemaPath:"#/properties/client_id/maxLength",keyword:"maxLength",params:{limit: 200},message:"must NOT have more than 200 characters"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(func63(data2) < 1){
const err9 = {instancePath:instancePath+"/client_id",schemaPath:"#/properties/client_id/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/client_id",schemaPath:"#/properties/client_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
else {
const err11 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
validate37.errors = vErrors;
return errors === 0;
}
validate37.evaluated = {"props":{"grant_type":true,"device_code":true,"client_id":true},"dynamicProps":false,"dynamicItems":false};

export const EmptyRequest: Validator = validate38;
const schema73 = {"$id":"EmptyRequest","title":"EmptyRequest","description":"No body, or an empty object.","type":"object","properties":{},"additionalProperties":false};
const schema74 = {};

function validate38(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="EmptyRequest" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate38.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 of Object.keys(data)){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0, properties: schema74},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
else {
const err1 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
validate38.errors = vErrors;
return errors === 0;
}
validate38.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const EndSessionRequest: Validator = validate39;
const schema75 = {"$id":"EndSessionRequest","title":"EndSessionRequest","description":"The session to end.","type":"object","required":["id"],"properties":{"id":{"type":"string","minLength":1,"maxLength":64,"pattern":"^[^\\x00]*$","wellFormed":true}},"additionalProperties":false};
const schema76 = {"id":true};

function validate39(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="EndSessionRequest" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate39.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.id === undefined) || (!(func0.call(data, "id")))){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"},message:"must have required property '"+"id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.id !== undefined && func0.call(data, "id")){
let data0 = data.id;
if(typeof data0 === "string"){
if(func63(data0) > 64){
const err1 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/maxLength",keyword:"maxLength",params:{limit: 64},message:"must NOT have more than 64 characters"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(func63(data0) < 1){
const err2 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(!pattern4.test(data0)){
const err3 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/pattern",keyword:"pattern",params:{pattern: "^[^\\x00]*$"},message:"must not contain the NUL character"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(!data0.isWellFormed()){
const err4 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/wellFormed",keyword:"wellFormed",params:{},message:"must be valid Unicode"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
for(const key0 of Object.keys(data)){
if(!(key0 === "id")){
const err6 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0, properties: schema76},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
else {
const err7 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
validate39.errors = vErrors;
return errors === 0;
}
validate39.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const FromServiceRequest: Validator = validate40;
const schema77 = {"$id":"FromServiceRequest","title":"FromServiceRequest","description":"The address of the seller's service and, optionally, a slug for the listing and the price of a contract that names none.","type":"object","required":["serviceUrl"],"properties":{"serviceUrl":{"type":"string","minLength":1,"description":"Base URL; the marketplace appends `/contract`."},"slug":{"$ref":"Slug"},"price":{"$ref":"PriceInput"}},"additionalProperties":false};
const schema79 = {"serviceUrl":true,"slug":true,"price":true};

function validate40(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="FromServiceRequest" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate40.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.serviceUrl === undefined) || (!(func0.call(data, "serviceUrl")))){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "serviceUrl"},message:"must have required property '"+"serviceUrl"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.serviceUrl !== undefined && func0.call(data, "serviceUrl")){
let data0 = data.serviceUrl;
if(typeof data0 === "string"){
if(func63(data0) < 1){
const err1 = {instancePath:instancePath+"/serviceUrl",schemaPath:"#/properties/serviceUrl/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath:instancePath+"/serviceUrl",schemaPath:"#/properties/serviceUrl/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.slug !== undefined && func0.call(data, "slug")){
let data1 = data.slug;
if(typeof data1 === "string"){
if(!pattern26.test(data1)){
const err3 = {instancePath:instancePath+"/slug",schemaPath:"Slug/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9-]{3,64}$"},message:"must be 3 to 64 characters of a-z, 0-9 and -"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(!data1.isWellFormed()){
const err4 = {instancePath:instancePath+"/slug",schemaPath:"Slug/wellFormed",keyword:"wellFormed",params:{},message:"must be valid Unicode"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/slug",schemaPath:"Slug/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.price !== undefined && func0.call(data, "price")){
if(!(validate28(data.price, {instancePath:instancePath+"/price",parentData:data,parentDataProperty:"price",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate28.errors : vErrors.concat(validate28.errors);
errors = vErrors.length;
}
}
for(const key0 of Object.keys(data)){
if(!(((key0 === "serviceUrl") || (key0 === "slug")) || (key0 === "price"))){
const err6 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0, properties: schema79},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
else {
const err7 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
validate40.errors = vErrors;
return errors === 0;
}
validate40.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const ListQuery: Validator = validate42;
const schema80 = {"$id":"ListQuery","title":"ListQuery","description":"Paging parameters.","type":"object","properties":{"limit":{"type":"integer","minimum":1,"maximum":100,"default":20,"description":"Maximum number of records per page."},"cursor":{"type":"string","minLength":1,"maxLength":500,"pattern":"^[^\\x00]*$","description":"`nextCursor` of the previous page.","wellFormed":true}},"additionalProperties":false};
const schema81 = {"limit":true,"cursor":true};

function validate42(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="ListQuery" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate42.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.limit !== undefined && func0.call(data, "limit")){
let data0 = data.limit;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err0 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 100 || isNaN(data0)){
const err1 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100},message:"must be <= 100"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data0 < 1 || isNaN(data0)){
const err2 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
if(data.cursor !== undefined && func0.call(data, "cursor")){
let data1 = data.cursor;
if(typeof data1 === "string"){
if(func63(data1) > 500){
const err3 = {instancePath:instancePath+"/cursor",schemaPath:"#/properties/cursor/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(func63(data1) < 1){
const err4 = {instancePath:instancePath+"/cursor",schemaPath:"#/properties/cursor/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(!pattern4.test(data1)){
const err5 = {instancePath:instancePath+"/cursor",schemaPath:"#/properties/cursor/pattern",keyword:"pattern",params:{pattern: "^[^\\x00]*$"},message:"must not contain the NUL character"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(!data1.isWellFormed()){
const err6 = {instancePath:instancePath+"/cursor",schemaPath:"#/properties/cursor/wellFormed",keyword:"wellFormed",params:{},message:"must be valid Unicode"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/cursor",schemaPath:"#/properties/cursor/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
for(const key0 of Object.keys(data)){
if(!((key0 === "limit") || (key0 === "cursor"))){
const err8 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0, properties: schema81},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
else {
const err9 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
validate42.errors = vErrors;
return errors === 0;
}
validate42.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const NoQuery: Validator = validate43;
const schema82 = {"$id":"NoQuery","title":"NoQuery","description":"No query parameters.","type":"object","properties":{},"additionalProperties":false};

function validate43(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="NoQuery" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate43.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 of Object.keys(data)){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0, properties: schema74},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
else {
const err1 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
validate43.errors = vErrors;
return errors === 0;
}
validate43.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const OrderListQuery: Validator = validate44;
const schema84 = {"$id":"OrderListQuery","title":"OrderListQuery","description":"Filters for the orders that you placed.","type":"object","properties":{"cursor":{"type":"string","minLength":1,"maxLength":500,"pattern":"^[^\\x00]*$","description":"`nextCursor` of the previous page.","wellFormed":true},"listingId":{"type":"string","minLength":1,"maxLength":100,"pattern":"^[^\\x00]*$","description":"Id or slug.","wellFormed":true},"orderState":{"$ref":"OrderState"},"createdAfter":{"type":"string","pattern":"^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\\.[0-9]{1,9})?)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$","description":"RFC 3339; inclusive.","wellFormed":true},"createdBefore":{"type":"string","pattern":"^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\\.[0-9]{1,9})?)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$","description":"RFC 3339; exclusive.","wellFormed":true},"view":{"$ref":"OrderView"},"limit":{"type":"integer","minimum":1,"maximum":100,"default":20,"description":"Maximum number of records per page."},"metadata":{"$ref":"OrderMetadata"}},"additionalProperties":false};
const schema85 = {"$id":"OrderState","title":"OrderState","description":"`completed` and `failed` orders are settled: they never change again.","type":"string","enum":["pending","running","completed","failed"]};
const schema86 = {"$id":"OrderView","title":"OrderView","description":"`summary`: without `requestBody` and `result`, which a table does not show. Otherwise a page may be shorter than `limit`.","type":"string","enum":["summary"]};
const schema88 = {"cursor":true,"listingId":true,"orderState":true,"createdAfter":true,"createdBefore":true,"view":true,"limit":true,"metadata":true};

function validate44(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="OrderListQuery" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate44.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.cursor !== undefined && func0.call(data, "cursor")){
let data0 = data.cursor;
if(typeof data0 === "string"){
if(func63(data0) > 500){
const err0 = {instancePath:instancePath+"/cursor",schemaPath:"#/properties/cursor/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(func63(data0) < 1){
const err1 = {instancePath:instancePath+"/cursor",schemaPath:"#/properties/cursor/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(!pattern4.test(data0)){
const err2 = {instancePath:instancePath+"/cursor",schemaPath:"#/properties/cursor/pattern",keyword:"pattern",params:{pattern: "^[^\\x00]*$"},message:"must not contain the NUL character"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(!data0.isWellFormed()){
const err3 = {instancePath:instancePath+"/cursor",schemaPath:"#/properties/cursor/wellFormed",keyword:"wellFormed",params:{},message:"must be valid Unicode"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/cursor",schemaPath:"#/properties/cursor/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.listingId !== undefined && func0.call(data, "listingId")){
let data1 = data.listingId;
if(typeof data1 === "string"){
if(func63(data1) > 100){
const err5 = {instancePath:instancePath+"/listingId",schemaPath:"#/properties/listingId/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(func63(data1) < 1){
const err6 = {instancePath:instancePath+"/listingId",schemaPath:"#/properties/listingId/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(!pattern4.test(data1)){
const err7 = {instancePath:instancePath+"/listingId",schemaPath:"#/properties/listingId/pattern",keyword:"pattern",params:{pattern: "^[^\\x00]*$"},message:"must not contain the NUL character"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(!data1.isWellFormed()){
const err8 = {instancePath:instancePath+"/listingId",schemaPath:"#/properties/listingId/wellFormed",keyword:"wellFormed",params:{},message:"must be valid Unicode"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/listingId",schemaPath:"#/properties/listingId/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.orderState !== undefined && func0.call(data, "orderState")){
let data2 = data.orderState;
if(typeof data2 !== "string"){
const err10 = {instancePath:instancePath+"/orderState",schemaPath:"OrderState/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(!((((data2 === "pending") || (data2 === "running")) || (data2 === "completed")) || (data2 === "failed"))){
const err11 = {instancePath:instancePath+"/orderState",schemaPath:"OrderState/enum",keyword:"enum",params:{allowedValues: schema85.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.createdAfter !== undefined && func0.call(data, "createdAfter")){
let data3 = data.createdAfter;
if(typeof data3 === "string"){
if(!pattern5.test(data3)){
const err12 = {instancePath:instancePath+"/createdAfter",schemaPath:"#/properties/createdAfter/pattern",keyword:"pattern",params:{pattern: "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\\.[0-9]{1,9})?)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$"},message:"must be an RFC 3339 date and time"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(!data3.isWellFormed()){
const err13 = {instancePath:instancePath+"/createdAfter",schemaPath:"#/properties/createdAfter/wellFormed",keyword:"wellFormed",params:{},message:"must be valid Unicode"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
else {
const err14 = {instancePath:instancePath+"/createdAfter",schemaPath:"#/properties/createdAfter/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.createdBefore !== undefined && func0.call(data, "createdBefore")){
let data4 = data.createdBefore;
if(typeof data4 === "string"){
if(!pattern5.test(data4)){
const err15 = {instancePath:instancePath+"/createdBefore",schemaPath:"#/properties/createdBefore/pattern",keyword:"pattern",params:{pattern: "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\\.[0-9]{1,9})?)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$"},message:"must be an RFC 3339 date and time"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(!data4.isWellFormed()){
const err16 = {instancePath:instancePath+"/createdBefore",schemaPath:"#/properties/createdBefore/wellFormed",keyword:"wellFormed",params:{},message:"must be valid Unicode"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
else {
const err17 = {instancePath:instancePath+"/createdBefore",schemaPath:"#/properties/createdBefore/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data.view !== undefined && func0.call(data, "view")){
let data5 = data.view;
if(typeof data5 !== "string"){
const err18 = {instancePath:instancePath+"/view",schemaPath:"OrderView/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(!(data5 === "summary")){
const err19 = {instancePath:instancePath+"/view",schemaPath:"OrderView/enum",keyword:"enum",params:{allowedValues: schema86.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data.limit !== undefined && func0.call(data, "limit")){
let data6 = data.limit;
if(!(((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6))) && (isFinite(data6)))){
const err20 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 > 100 || isNaN(data6)){
const err21 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100},message:"must be <= 100"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if(data6 < 1 || isNaN(data6)){
const err22 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
}
if(data.metadata !== undefined && func0.call(data, "metadata")){
let data7 = data.metadata;
const _errs20 = errors;
let valid4 = true;
const _errs21 = errors;
if(errors === _errs21){
if(data7 && typeof data7 == "object" && !Array.isArray(data7)){
if(Object.keys(data7).length < 17){
const err23 = {};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
else {
const err24 = {};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
var _valid0 = _errs21 === errors;
errors = _errs20;
if(vErrors !== null){
if(_errs20){
vErrors.length = _errs20;
}
else {
vErrors = null;
}
}
if(!_valid0){
const _errs23 = errors;
if(data7 && typeof data7 == "object" && !Array.isArray(data7)){
for(const key0 of Object.keys(data7)){
const _errs25 = errors;
if(typeof key0 === "string"){
if(!pattern20.test(key0)){
const err25 = {instancePath:instancePath+"/metadata",schemaPath:"OrderMetadata/else/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9_.-]{1,40}$"},message:"must be 1 to 40 characters of A-Z, a-z, 0-9, _, . and -",propertyName:key0};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
if(!key0.isWellFormed()){
const err26 = {instancePath:instancePath+"/metadata",schemaPath:"OrderMetadata/else/propertyNames/wellFormed",keyword:"wellFormed",params:{},message:"must be valid Unicode",propertyName:key0};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
else {
const err27 = {instancePath:instancePath+"/metadata",schemaPath:"OrderMetadata/else/propertyNames/type",keyword:"type",params:{type: "string"},message:"must be string",propertyName:key0};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
var valid5 = _errs25 === errors;
if(!valid5){
const err28 = {instancePath:instancePath+"/metadata",schemaPath:"OrderMetadata/else/propertyNames",keyword:"propertyNames",params:{propertyName: key0},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
for(const key1 of Object.keys(data7)){
let data8 = data7[key1];
if(typeof data8 === "string"){
if(func63(data8) > 200){
const err29 = {instancePath:instancePath+"/metadata/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"OrderMetadata/else/additionalProperties/maxLength",keyword:"maxLength",params:{limit: 200},message:"must NOT have more than 200 characters"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
if(!pattern4.test(data8)){
const err30 = {instancePath:instancePath+"/metadata/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"OrderMetadata/else/additionalProperties/pattern",keyword:"pattern",params:{pattern: "^[^\\x00]*$"},message:"must not contain the NUL character"};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
if(!data8.isWellFormed()){
const err31 = {instancePath:instancePath+"/metadata/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"OrderMetadata/else/additionalProperties/wellFormed",keyword:"wellFormed",params:{},message:"must be valid Unicode"};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
else {
const err32 = {instancePath:instancePath+"/metadata/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"OrderMetadata/else/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
}
else {
const err33 = {instancePath:instancePath+"/metadata",schemaPath:"OrderMetadata/else/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
var _valid0 = _errs23 === errors;
valid4 = _valid0;
}
if(!valid4){
const err34 = {instancePath:instancePath+"/metadata",schemaPath:"OrderMetadata/if",keyword:"if",params:{failingKeyword: "else"},message:"must match \"else\" schema"};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
if(data7 && typeof data7 == "object" && !Array.isArray(data7)){
if(Object.keys(data7).length > 16){
const err35 = {instancePath:instancePath+"/metadata",schemaPath:"OrderMetadata/maxProperties",keyword:"maxProperties",params:{limit: 16},message:"must NOT have more than 16 properties"};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
else {
const err36 = {instancePath:instancePath+"/metadata",schemaPath:"OrderMetadata/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
for(const key2 of Object.keys(data)){
if(!((((((((key2 === "cursor") || (key2 === "listingId")) || (key2 === "orderState")) || (key2 === "createdAfter")) || (key2 === "createdBefore")) || (key2 === "view")) || (key2 === "limit")) || (key2 === "metadata"))){
const err37 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2, properties: schema88},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
}
else {
const err38 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
validate44.errors = vErrors;
return errors === 0;
}
validate44.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const ResetPasswordRequest: Validator = validate45;
const schema89 = {"$id":"ResetPasswordRequest","title":"ResetPasswordRequest","description":"Sets a password with a link from the operator.","type":"object","required":["token","newPassword"],"properties":{"token":{"type":"string","minLength":1,"maxLength":64,"pattern":"^[^\\x00]*$","wellFormed":true},"newPassword":{"$ref":"NewPassword"}},"additionalProperties":false};
const schema91 = {"token":true,"newPassword":true};

function validate45(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="ResetPasswordRequest" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate45.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.token === undefined) || (!(func0.call(data, "token")))){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "token"},message:"must have required property '"+"token"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if((data.newPassword === undefined) || (!(func0.call(data, "newPassword")))){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "newPassword"},message:"must have required property '"+"newPassword"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.token !== undefined && func0.call(data, "token")){
let data0 = data.token;
if(typeof data0 === "string"){
if(func63(data0) > 64){
const err2 = {instancePath:instancePath+"/token",schemaPath:"#/properties/token/maxLength",keyword:"maxLength",params:{limit: 64},message:"must NOT have more than 64 characters"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(func63(data0) < 1){
const err3 = {instancePath:instancePath+"/token",schemaPath:"#/properties/token/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(!pattern4.test(data0)){
const err4 = {instancePath:instancePath+"/token",schemaPath:"#/properties/token/pattern",keyword:"pattern",params:{pattern: "^[^\\x00]*$"},message:"must not contain the NUL character"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(!data0.isWellFormed()){
const err5 = {instancePath:instancePath+"/token",schemaPath:"#/properties/token/wellFormed",keyword:"wellFormed",params:{},message:"must be valid Unicode"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/token",schemaPath:"#/properties/token/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.newPassword !== undefined && func0.call(data, "newPassword")){
let data1 = data.newPassword;
if(typeof data1 === "string"){
if(func63(data1) > 128){
const err7 = {instancePath:instancePath+"/newPassword",schemaPath:"NewPassword/maxLength",keyword:"maxLength",params:{limit: 128},message:"must NOT have more than 128 characters"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(func63(data1) < 10){
const err8 = {instancePath:instancePath+"/newPassword",schemaPath:"NewPassword/minLength",keyword:"minLength",params:{limit: 10},message:"must NOT have fewer than 10 characters"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(!pattern4.test(data1)){
const err9 = {instancePath:instancePath+"/newPassword",schemaPath:"NewPassword/pattern",keyword:"pattern",params:{pattern: "^[^\\x00]*$"},message:"must not contain the NUL character"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(!data1.isWellFormed()){
const err10 = {instancePath:instancePath+"/newPassword",schemaPath:"NewPassword/wellFormed",keyword:"wellFormed",params:{},message:"must be valid Unicode"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/newPassword",schemaPath:"NewPassword/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
for(const key0 of Object.keys(data)){
if(!((key0 === "token") || (key0 === "newPassword"))){
const err12 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0, properties: schema91},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
}
else {
const err13 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
validate45.errors = vErrors;
return errors === 0;
}
validate45.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const RevocationForm: Validator = validate46;
const schema92 = {"$id":"RevocationForm","title":"RevocationForm","description":"Revokes an API key (RFC 7009), as `application/x-www-form-urlencoded`.","type":"object","required":["token"],"properties":{"token":{"type":"string","minLength":1,"maxLength":200,"description":"The API key."}}};

function validate46(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="RevocationForm" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate46.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.token === undefined) || (!(func0.call(data, "token")))){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "token"},message:"must have required property '"+"token"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.token !== undefined && func0.call(data, "token")){
let data0 = data.token;
if(typeof data0 === "string"){
if(func63(data0) > 200){
const err1 = {instancePath:instancePath+"/token",schemaPath:"#/properties/token/maxLength",keyword:"maxLength",params:{limit: 200},message:"must NOT have more than 200 characters"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(func63(data0) < 1){
const err2 = {instancePath:instancePath+"/token",schemaPath:"#/properties/token/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/token",schemaPath:"#/properties/token/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate46.errors = vErrors;
return errors === 0;
}
validate46.evaluated = {"props":{"token":true},"dynamicProps":false,"dynamicItems":false};

export const RotateSigningSecretRequest: Validator = validate47;
const schema93 = {"$id":"RotateSigningSecretRequest","title":"RotateSigningSecretRequest","description":"How long calls are also signed with the old secret.","type":"object","properties":{"gracePeriodSeconds":{"type":"integer","minimum":0,"maximum":604800,"default":86400,"description":"0 drops the old secret immediately."}},"additionalProperties":false};
const schema94 = {"gracePeriodSeconds":true};

function validate47(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="RotateSigningSecretRequest" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate47.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.gracePeriodSeconds !== undefined && func0.call(data, "gracePeriodSeconds")){
let data0 = data.gracePeriodSeconds;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err0 = {instancePath:instancePath+"/gracePeriodSeconds",schemaPath:"#/properties/gracePeriodSeconds/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 604800 || isNaN(data0)){
const err1 = {instancePath:instancePath+"/gracePeriodSeconds",schemaPath:"#/properties/gracePeriodSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 604800},message:"must be <= 604800"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data0 < 0 || isNaN(data0)){
const err2 = {instancePath:instancePath+"/gracePeriodSeconds",schemaPath:"#/properties/gracePeriodSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
for(const key0 of Object.keys(data)){
if(!(key0 === "gracePeriodSeconds")){
const err3 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0, properties: schema94},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate47.errors = vErrors;
return errors === 0;
}
validate47.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const RotateWebhookSecretRequest: Validator = validate48;
const schema95 = {"$id":"RotateWebhookSecretRequest","title":"RotateWebhookSecretRequest","description":"How long deliveries are also signed with the old secret.","type":"object","properties":{"gracePeriodSeconds":{"type":"integer","minimum":0,"maximum":604800,"default":86400,"description":"0 drops the old secret immediately."}},"additionalProperties":false};

function validate48(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="RotateWebhookSecretRequest" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate48.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.gracePeriodSeconds !== undefined && func0.call(data, "gracePeriodSeconds")){
let data0 = data.gracePeriodSeconds;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err0 = {instancePath:instancePath+"/gracePeriodSeconds",schemaPath:"#/properties/gracePeriodSeconds/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 604800 || isNaN(data0)){
const err1 = {instancePath:instancePath+"/gracePeriodSeconds",schemaPath:"#/properties/gracePeriodSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 604800},message:"must be <= 604800"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data0 < 0 || isNaN(data0)){
const err2 = {instancePath:instancePath+"/gracePeriodSeconds",schemaPath:"#/properties/gracePeriodSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
for(const key0 of Object.keys(data)){
if(!(key0 === "gracePeriodSeconds")){
const err3 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0, properties: schema94},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate48.errors = vErrors;
return errors === 0;
}
validate48.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const SalesListQuery: Validator = validate49;
const schema97 = {"$id":"SalesListQuery","title":"SalesListQuery","description":"Filters for the calls to listings.","type":"object","properties":{"cursor":{"type":"string","minLength":1,"maxLength":500,"pattern":"^[^\\x00]*$","description":"`nextCursor` of the previous page.","wellFormed":true},"listingId":{"type":"string","minLength":1,"maxLength":100,"pattern":"^[^\\x00]*$","description":"Id or slug.","wellFormed":true},"orderState":{"$ref":"OrderState"},"createdAfter":{"type":"string","pattern":"^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\\.[0-9]{1,9})?)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$","description":"RFC 3339; inclusive.","wellFormed":true},"createdBefore":{"type":"string","pattern":"^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\\.[0-9]{1,9})?)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$","description":"RFC 3339; exclusive.","wellFormed":true},"view":{"$ref":"OrderView"},"limit":{"type":"integer","minimum":1,"maximum":100,"default":20,"description":"The most records that a page has."}},"additionalProperties":false};
const schema100 = {"cursor":true,"listingId":true,"orderState":true,"createdAfter":true,"createdBefore":true,"view":true,"limit":true};

function validate49(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="SalesListQuery" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate49.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.cursor !== undefined && func0.call(data, "cursor")){
let data0 = data.cursor;
if(typeof data0 === "string"){
if(func63(data0) > 500){
const err0 = {instancePath:instancePath+"/cursor",schemaPath:"#/properties/cursor/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(func63(data0) < 1){
const err1 = {instancePath:instancePath+"/cursor",schemaPath:"#/properties/cursor/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(!pattern4.test(data0)){
const err2 = {instancePath:instancePath+"/cursor",schemaPath:"#/properties/cursor/pattern",keyword:"pattern",params:{pattern: "^[^\\x00]*$"},message:"must not contain the NUL character"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(!data0.isWellFormed()){
const err3 = {instancePath:instancePath+"/cursor",schemaPath:"#/properties/cursor/wellFormed",keyword:"wellFormed",params:{},message:"must be valid Unicode"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/cursor",schemaPath:"#/properties/cursor/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.listingId !== undefined && func0.call(data, "listingId")){
let data1 = data.listingId;
if(typeof data1 === "string"){
if(func63(data1) > 100){
const err5 = {instancePath:instancePath+"/listingId",schemaPath:"#/properties/listingId/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(func63(data1) < 1){
const err6 = {instancePath:instancePath+"/listingId",schemaPath:"#/properties/listingId/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(!pattern4.test(data1)){
const err7 = {instancePath:instancePath+"/listingId",schemaPath:"#/properties/listingId/pattern",keyword:"pattern",params:{pattern: "^[^\\x00]*$"},message:"must not contain the NUL character"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(!data1.isWellFormed()){
const err8 = {instancePath:instancePath+"/listingId",schemaPath:"#/properties/listingId/wellFormed",keyword:"wellFormed",params:{},message:"must be valid Unicode"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/listingId",schemaPath:"#/properties/listingId/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.orderState !== undefined && func0.call(data, "orderState")){
let data2 = data.orderState;
if(typeof data2 !== "string"){
const err10 = {instancePath:instancePath+"/orderState",schemaPath:"OrderState/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(!((((data2 === "pending") || (data2 === "running")) || (data2 === "completed")) || (data2 === "failed"))){
const err11 = {instancePath:instancePath+"/orderState",schemaPath:"OrderState/enum",keyword:"enum",params:{allowedValues: schema85.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.createdAfter !== undefined && func0.call(data, "createdAfter")){
let data3 = data.createdAfter;
if(typeof data3 === "string"){
if(!pattern5.test(data3)){
const err12 = {instancePath:instancePath+"/createdAfter",schemaPath:"#/properties/createdAfter/pattern",keyword:"pattern",params:{pattern: "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\\.[0-9]{1,9})?)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$"},message:"must be an RFC 3339 date and time"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(!data3.isWellFormed()){
const err13 = {instancePath:instancePath+"/createdAfter",schemaPath:"#/properties/createdAfter/wellFormed",keyword:"wellFormed",params:{},message:"must be valid Unicode"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
else {
const err14 = {instancePath:instancePath+"/createdAfter",schemaPath:"#/properties/createdAfter/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.createdBefore !== undefined && func0.call(data, "createdBefore")){
let data4 = data.createdBefore;
if(typeof data4 === "string"){
if(!pattern5.test(data4)){
const err15 = {instancePath:instancePath+"/createdBefore",schemaPath:"#/properties/createdBefore/pattern",keyword:"pattern",params:{pattern: "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\\.[0-9]{1,9})?)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$"},message:"must be an RFC 3339 date and time"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(!data4.isWellFormed()){
const err16 = {instancePath:instancePath+"/createdBefore",schemaPath:"#/properties/createdBefore/wellFormed",keyword:"wellFormed",params:{},message:"must be valid Unicode"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
else {
const err17 = {instancePath:instancePath+"/createdBefore",schemaPath:"#/properties/createdBefore/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data.view !== undefined && func0.call(data, "view")){
let data5 = data.view;
if(typeof data5 !== "string"){
const err18 = {instancePath:instancePath+"/view",schemaPath:"OrderView/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(!(data5 === "summary")){
const err19 = {instancePath:instancePath+"/view",schemaPath:"OrderView/enum",keyword:"enum",params:{allowedValues: schema86.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data.limit !== undefined && func0.call(data, "limit")){
let data6 = data.limit;
if(!(((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6))) && (isFinite(data6)))){
const err20 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 > 100 || isNaN(data6)){
const err21 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100},message:"must be <= 100"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if(data6 < 1 || isNaN(data6)){
const err22 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
}
for(const key0 of Object.keys(data)){
if(!(((((((key0 === "cursor") || (key0 === "listingId")) || (key0 === "orderState")) || (key0 === "createdAfter")) || (key0 === "createdBefore")) || (key0 === "view")) || (key0 === "limit"))){
const err23 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0, properties: schema100},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
}
else {
const err24 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
validate49.errors = vErrors;
return errors === 0;
}
validate49.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const SellerContract: Validator = validate50;
const schema101 = {"$id":"SellerContract","title":"SellerContract","description":"The document that a seller serves at GET /contract. Unknown extra fields are allowed and ignored with a warning.","anyOf":[{"title":"ProviderContract","type":"object","required":["provider"],"properties":{"provider":{"$ref":"SellerProvider"}}},{"title":"ListingContract","description":"The older form: use `provider`.","deprecated":true,"type":"object","required":["listing"],"not":{"required":["provider"]},"properties":{"listing":{"$ref":"SellerProvider"}}}]};
const schema102 = {"$id":"SellerProvider","title":"SellerProvider","description":"The service for sale.","type":"object","required":["title","runContract"],"properties":{"title":{"type":"string","minLength":1,"maxLength":200,"pattern":"^[^\\x00]*$","wellFormed":true},"description":{"type":"string","maxLength":5000,"pattern":"^[^\\x00]*$","wellFormed":true},"category":{"type":"string","minLength":1,"pattern":"^[  　]*[^  　\\x00-\\x1f\\x7f-\u2028\u2029][^\\x00-\\x1f\\x7f-\u2028\u2029]*$","maxLength":40,"wellFormed":true},"tags":{"type":"array","maxItems":10,"if":{"type":"array","minItems":11},"else":{"type":"array","items":{"type":"string","minLength":1,"pattern":"^[  　]*[^  　\\x00-\\x1f\\x7f-\u2028\u2029][^\\x00-\\x1f\\x7f-\u2028\u2029]*$","maxLength":32,"wellFormed":true}}},"price":{"title":"SellerPrice","description":"The price of one call: `amountCents` or `amount`; if both are given, they must agree. Without a price, calls are free.","type":"object","properties":{"currency":{"$ref":"Currency"},"amountCents":{"type":"integer","minimum":0,"maximum":100000000,"description":"Hundredths of the currency's unit."},"amount":{"type":"number","minimum":0,"maximum":1000000,"description":"In units of the currency, at most 6 decimals."},"unit":{"type":"string","minLength":1,"pattern":"^[  　]*[^  　\\x00-\\x1f\\x7f-\u2028\u2029][^\\x00-\\x1f\\x7f-\u2028\u2029]*$","maxLength":40,"default":"call","wellFormed":true}},"anyOf":[{"required":["amountCents"],"properties":{"amountCents":true}},{"required":["amount"],"properties":{"amount":true}}]},"runContract":{"$ref":"SellerRunContract"}}};
const schema104 = {"$id":"SellerRunContract","title":"SellerRunContract","description":"How the marketplace calls the seller.","type":"object","required":["method","endpointPath"],"properties":{"method":{"$ref":"Method"},"endpointPath":{"$ref":"SellerUrl"},"healthEndpoint":{"$ref":"SellerUrl"},"inputSchema":{"type":"object","description":"JSON Schema of the input."},"outputSchema":{"type":"object","description":"JSON Schema of the result."},"requestExampleJson":{"type":"string","maxLength":65536,"pattern":"^[^\\x00]*$","description":"An example request, as a JSON string.","wellFormed":true},"responseExampleJson":{"type":"string","maxLength":65536,"pattern":"^[^\\x00]*$","description":"An example response, as a JSON string.","wellFormed":true}}};
const schema106 = {"$id":"SellerUrl","title":"SellerUrl","description":"Absolute URL of the seller's service: https on a public address; dev mode also allows http and private addresses.","type":"string","maxLength":2048,"pattern":"^[Hh][Tt][Tt][Pp][Ss]?://+[^/?#@\\\\\\x00-\\x20\\x7f-   - \u2028\u2029  　]+([/?#][^\\\\\\x00-\\x20\\x7f-   - \u2028\u2029  　]*)?$","wellFormed":true};

function validate52(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="SellerRunContract" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate52.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.method === undefined) || (!(func0.call(data, "method")))){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "method"},message:"must have required property '"+"method"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if((data.endpointPath === undefined) || (!(func0.call(data, "endpointPath")))){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "endpointPath"},message:"must have required property '"+"endpointPath"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.method !== undefined && func0.call(data, "method")){
let data0 = data.method;
if(typeof data0 !== "string"){
const err2 = {instancePath:instancePath+"/method",schemaPath:"Method/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(!(((((data0 === "GET") || (data0 === "POST")) || (data0 === "PUT")) || (data0 === "PATCH")) || (data0 === "DELETE"))){
const err3 = {instancePath:instancePath+"/method",schemaPath:"Method/enum",keyword:"enum",params:{allowedValues: schema60.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.endpointPath !== undefined && func0.call(data, "endpointPath")){
let data1 = data.endpointPath;
if(typeof data1 === "string"){
if(func63(data1) > 2048){
const err4 = {instancePath:instancePath+"/endpointPath",schemaPath:"SellerUrl/maxLength",keyword:"maxLength",params:{limit: 2048},message:"must NOT have more than 2048 characters"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(!pattern31.test(data1)){
const err5 = {instancePath:instancePath+"/endpointPath",schemaPath:"SellerUrl/pattern",keyword:"pattern",params:{pattern: "^[Hh][Tt][Tt][Pp][Ss]?://+[^/?#@\\\\\\x00-\\x20\\x7f-   - \u2028\u2029  　]+([/?#][^\\\\\\x00-\\x20\\x7f-   - \u2028\u2029  　]*)?$"},message:"must be an http(s) URL without spaces, user name or password"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(!data1.isWellFormed()){
const err6 = {instancePath:instancePath+"/endpointPath",schemaPath:"SellerUrl/wellFormed",keyword:"wellFormed",params:{},message:"must be valid Unicode"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/endpointPath",schemaPath:"SellerUrl/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.healthEndpoint !== undefined && func0.call(data, "healthEndpoint")){
let data2 = data.healthEndpoint;
if(typeof data2 === "string"){
if(func63(data2) > 2048){
const err8 = {instancePath:instancePath+"/healthEndpoint",schemaPath:"SellerUrl/maxLength",keyword:"maxLength",params:{limit: 2048},message:"must NOT have more than 2048 characters"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(!pattern31.test(data2)){
const err9 = {instancePath:instancePath+"/healthEndpoint",schemaPath:"SellerUrl/pattern",keyword:"pattern",params:{pattern: "^[Hh][Tt][Tt][Pp][Ss]?://+[^/?#@\\\\\\x00-\\x20\\x7f-   - \u2028\u2029  　]+([/?#][^\\\\\\x00-\\x20\\x7f-   - \u2028\u2029  　]*)?$"},message:"must be an http(s) URL without spaces, user name or password"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(!data2.isWellFormed()){
const err10 = {instancePath:instancePath+"/healthEndpoint",schemaPath:"SellerUrl/wellFormed",keyword:"wellFormed",params:{},message:"must be valid Unicode"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/healthEndpoint",schemaPath:"SellerUrl/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.inputSchema !== undefined && func0.call(data, "inputSchema")){
let data3 = data.inputSchema;
if(!(data3 && typeof data3 == "object" && !Array.isArray(data3))){
const err12 = {instancePath:instancePath+"/inputSchema",schemaPath:"#/properties/inputSchema/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.outputSchema !== undefined && func0.call(data, "outputSchema")){
let data4 = data.outputSchema;
if(!(data4 && typeof data4 == "object" && !Array.isArray(data4))){
const err13 = {instancePath:instancePath+"/outputSchema",schemaPath:"#/properties/outputSchema/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.requestExampleJson !== undefined && func0.call(data, "requestExampleJson")){
let data5 = data.requestExampleJson;
if(typeof data5 === "string"){
if(func63(data5) > 65536){
const err14 = {instancePath:instancePath+"/requestExampleJson",schemaPath:"#/properties/requestExampleJson/maxLength",keyword:"maxLength",params:{limit: 65536},message:"must NOT have more than 65536 characters"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(!pattern4.test(data5)){
const err15 = {instancePath:instancePath+"/requestExampleJson",schemaPath:"#/properties/requestExampleJson/pattern",keyword:"pattern",params:{pattern: "^[^\\x00]*$"},message:"must not contain the NUL character"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(!data5.isWellFormed()){
const err16 = {instancePath:instancePath+"/requestExampleJson",schemaPath:"#/properties/requestExampleJson/wellFormed",keyword:"wellFormed",params:{},message:"must be valid Unicode"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
else {
const err17 = {instancePath:instancePath+"/requestExampleJson",schemaPath:"#/properties/requestExampleJson/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data.responseExampleJson !== undefined && func0.call(data, "responseExampleJson")){
let data6 = data.responseExampleJson;
if(typeof data6 === "string"){
if(func63(data6) > 65536){
const err18 = {instancePath:instancePath+"/responseExampleJson",schemaPath:"#/properties/responseExampleJson/maxLength",keyword:"maxLength",params:{limit: 65536},message:"must NOT have more than 65536 characters"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(!pattern4.test(data6)){
const err19 = {instancePath:instancePath+"/responseExampleJson",schemaPath:"#/properties/responseExampleJson/pattern",keyword:"pattern",params:{pattern: "^[^\\x00]*$"},message:"must not contain the NUL character"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if(!data6.isWellFormed()){
const err20 = {instancePath:instancePath+"/responseExampleJson",schemaPath:"#/properties/responseExampleJson/wellFormed",keyword:"wellFormed",params:{},message:"must be valid Unicode"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
else {
const err21 = {instancePath:instancePath+"/responseExampleJson",schemaPath:"#/properties/responseExampleJson/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
}
else {
const err22 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
validate52.errors = vErrors;
return errors === 0;
}
validate52.evaluated = {"props":{"method":true,"endpointPath":true,"healthEndpoint":true,"inputSchema":true,"outputSchema":true,"requestExampleJson":true,"responseExampleJson":true},"dynamicProps":false,"dynamicItems":false};


function validate51(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="SellerProvider" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate51.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.title === undefined) || (!(func0.call(data, "title")))){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "title"},message:"must have required property '"+"title"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if((data.runContract === undefined) || (!(func0.call(data, "runContract")))){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "runContract"},message:"must have required property '"+"runContract"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.title !== undefined && func0.call(data, "title")){
let data0 = data.title;
if(typeof data0 === "string"){
if(func63(data0) > 200){
const err2 = {instancePath:instancePath+"/title",schemaPath:"#/properties/title/maxLength",keyword:"maxLength",params:{limit: 200},message:"must NOT have more than 200 characters"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(func63(data0) < 1){
const err3 = {instancePath:instancePath+"/title",schemaPath:"#/properties/title/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(!pattern4.test(data0)){
const err4 = {instancePath:instancePath+"/title",schemaPath:"#/properties/title/pattern",keyword:"pattern",params:{pattern: "^[^\\x00]*$"},message:"must not contain the NUL character"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(!data0.isWellFormed()){
const err5 = {instancePath:instancePath+"/title",schemaPath:"#/properties/title/wellFormed",keyword:"wellFormed",params:{},message:"must be valid Unicode"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/title",schemaPath:"#/properties/title/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.description !== undefined && func0.call(data, "description")){
let data1 = data.description;
if(typeof data1 === "string"){
if(func63(data1) > 5000){
const err7 = {instancePath:instancePath+"/description",schemaPath:"#/properties/description/maxLength",keyword:"maxLength",params:{limit: 5000},message:"must NOT have more than 5000 characters"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(!pattern4.test(data1)){
const err8 = {instancePath:instancePath+"/description",schemaPath:"#/properties/description/pattern",keyword:"pattern",params:{pattern: "^[^\\x00]*$"},message:"must not contain the NUL character"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(!data1.isWellFormed()){
const err9 = {instancePath:instancePath+"/description",schemaPath:"#/properties/description/wellFormed",keyword:"wellFormed",params:{},message:"must be valid Unicode"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/description",schemaPath:"#/properties/description/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.category !== undefined && func0.call(data, "category")){
let data2 = data.category;
if(typeof data2 === "string"){
if(func63(data2) > 40){
const err11 = {instancePath:instancePath+"/category",schemaPath:"#/properties/category/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(func63(data2) < 1){
const err12 = {instancePath:instancePath+"/category",schemaPath:"#/properties/category/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(!pattern13.test(data2)){
const err13 = {instancePath:instancePath+"/category",schemaPath:"#/properties/category/pattern",keyword:"pattern",params:{pattern: "^[  　]*[^  　\\x00-\\x1f\\x7f-\u2028\u2029][^\\x00-\\x1f\\x7f-\u2028\u2029]*$"},message:"must be one line of printable characters, and not only spaces"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(!data2.isWellFormed()){
const err14 = {instancePath:instancePath+"/category",schemaPath:"#/properties/category/wellFormed",keyword:"wellFormed",params:{},message:"must be valid Unicode"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
else {
const err15 = {instancePath:instancePath+"/category",schemaPath:"#/properties/category/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data.tags !== undefined && func0.call(data, "tags")){
let data3 = data.tags;
const _errs9 = errors;
let valid1 = true;
const _errs10 = errors;
if(errors === _errs10){
if(Array.isArray(data3)){
if(data3.length < 11){
const err16 = {};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
else {
const err17 = {};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
var _valid0 = _errs10 === errors;
errors = _errs9;
if(vErrors !== null){
if(_errs9){
vErrors.length = _errs9;
}
else {
vErrors = null;
}
}
if(!_valid0){
const _errs12 = errors;
if(Array.isArray(data3)){
const len0 = data3.length;
for(let i0=0; i0<len0; i0++){
let data4 = data3[i0];
if(typeof data4 === "string"){
if(func63(data4) > 32){
const err18 = {instancePath:instancePath+"/tags/" + i0,schemaPath:"#/properties/tags/else/items/maxLength",keyword:"maxLength",params:{limit: 32},message:"must NOT have more than 32 characters"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(func63(data4) < 1){
const err19 = {instancePath:instancePath+"/tags/" + i0,schemaPath:"#/properties/tags/else/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if(!pattern13.test(data4)){
const err20 = {instancePath:instancePath+"/tags/" + i0,schemaPath:"#/properties/tags/else/items/pattern",keyword:"pattern",params:{pattern: "^[  　]*[^  　\\x00-\\x1f\\x7f-\u2028\u2029][^\\x00-\\x1f\\x7f-\u2028\u2029]*$"},message:"must be one line of printable characters, and not only spaces"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(!data4.isWellFormed()){
const err21 = {instancePath:instancePath+"/tags/" + i0,schemaPath:"#/properties/tags/else/items/wellFormed",keyword:"wellFormed",params:{},message:"must be valid Unicode"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
else {
const err22 = {instancePath:instancePath+"/tags/" + i0,schemaPath:"#/properties/tags/else/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
}
else {
const err23 = {instancePath:instancePath+"/tags",schemaPath:"#/properties/tags/else/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
var _valid0 = _errs12 === errors;
valid1 = _valid0;
}
if(!valid1){
const err24 = {instancePath:instancePath+"/tags",schemaPath:"#/properties/tags/if",keyword:"if",params:{failingKeyword: "else"},message:"must match \"else\" schema"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
if(Array.isArray(data3)){
if(data3.length > 10){
const err25 = {instancePath:instancePath+"/tags",schemaPath:"#/properties/tags/maxItems",keyword:"maxItems",params:{limit: 10},message:"must NOT have more than 10 items"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
else {
const err26 = {instancePath:instancePath+"/tags",schemaPath:"#/properties/tags/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
if(data.price !== undefined && func0.call(data, "price")){
let data5 = data.price;
const _errs18 = errors;
let valid4 = false;
const _errs19 = errors;
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
if((data5.amountCents === undefined) || (!(func0.call(data5, "amountCents")))){
const err27 = {instancePath:instancePath+"/price",schemaPath:"#/properties/price/anyOf/0/required",keyword:"required",params:{missingProperty: "amountCents"},message:"must have required property '"+"amountCents"+"'"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
var _valid1 = _errs19 === errors;
valid4 = valid4 || _valid1;
if(_valid1){
var props0 = {};
props0.amountCents = true;
}
const _errs20 = errors;
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
if((data5.amount === undefined) || (!(func0.call(data5, "amount")))){
const err28 = {instancePath:instancePath+"/price",schemaPath:"#/properties/price/anyOf/1/required",keyword:"required",params:{missingProperty: "amount"},message:"must have required property '"+"amount"+"'"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
var _valid1 = _errs20 === errors;
valid4 = valid4 || _valid1;
if(_valid1){
if(props0 !== true){
props0 = props0 || {};
props0.amount = true;
}
}
if(!valid4){
const err29 = {instancePath:instancePath+"/price",schemaPath:"#/properties/price/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
else {
errors = _errs18;
if(vErrors !== null){
if(_errs18){
vErrors.length = _errs18;
}
else {
vErrors = null;
}
}
}
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
if(props0 !== true){
props0 = props0 || {};
props0.currency = true;
props0.amountCents = true;
props0.amount = true;
props0.unit = true;
}
if(data5.currency !== undefined && func0.call(data5, "currency")){
let data6 = data5.currency;
if(typeof data6 === "string"){
if(!pattern10.test(data6)){
const err30 = {instancePath:instancePath+"/price/currency",schemaPath:"Currency/pattern",keyword:"pattern",params:{pattern: "^([Aa]([Ee][Dd]|[Ff][Nn]|[Ll][Ll]|[Mm][Dd]|[Oo][Aa]|[Rr][Ss]|[Uu][Dd]|[Ww][Gg]|[Zz][Nn])|[Bb]([Aa][Mm]|[Bb][Dd]|[Dd][Tt]|[Hh][Dd]|[Ii][Ff]|[Mm][Dd]|[Nn][Dd]|[Oo][Bb]|[Rr][Ll]|[Ss][Dd]|[Tt][Nn]|[Ww][Pp]|[Yy][Nn]|[Zz][Dd])|[Cc]([Aa][Dd]|[Dd][Ff]|[Hh][Ff]|[Ll][Pp]|[Nn][Yy]|[Oo][Pp]|[Rr][Cc]|[Uu][Pp]|[Vv][Ee]|[Zz][Kk])|[Dd]([Jj][Ff]|[Kk][Kk]|[Oo][Pp]|[Zz][Dd])|[Ee]([Gg][Pp]|[Rr][Nn]|[Tt][Bb]|[Uu][Rr])|[Ff]([Jj][Dd]|[Kk][Pp])|[Gg]([Bb][Pp]|[Ee][Ll]|[Hh][Ss]|[Ii][Pp]|[Mm][Dd]|[Nn][Ff]|[Tt][Qq]|[Yy][Dd])|[Hh]([Kk][Dd]|[Nn][Ll]|[Tt][Gg]|[Uu][Ff])|[Ii]([Dd][Rr]|[Ll][Ss]|[Nn][Rr]|[Qq][Dd]|[Rr][Rr]|[Ss][Kk])|[Jj]([Mm][Dd]|[Oo][Dd]|[Pp][Yy])|[Kk]([Ee][Ss]|[Gg][Ss]|[Hh][Rr]|[Mm][Ff]|[Pp][Ww]|[Rr][Ww]|[Ww][Dd]|[Yy][Dd]|[Zz][Tt])|[Ll]([Aa][Kk]|[Bb][Pp]|[Kk][Rr]|[Rr][Dd]|[Ss][Ll]|[Yy][Dd])|[Mm]([Aa][Dd]|[Dd][Ll]|[Gg][Aa]|[Kk][Dd]|[Mm][Kk]|[Nn][Tt]|[Oo][Pp]|[Rr][Uu]|[Uu][Rr]|[Vv][Rr]|[Ww][Kk]|[Xx][Nn]|[Yy][Rr]|[Zz][Nn])|[Nn]([Aa][Dd]|[Gg][Nn]|[Ii][Oo]|[Oo][Kk]|[Pp][Rr]|[Zz][Dd])|[Oo]([Mm][Rr])|[Pp]([Aa][Bb]|[Ee][Nn]|[Gg][Kk]|[Hh][Pp]|[Kk][Rr]|[Ll][Nn]|[Yy][Gg])|[Qq]([Aa][Rr])|[Rr]([Oo][Nn]|[Ss][Dd]|[Uu][Bb]|[Ww][Ff])|[Ss]([Aa][Rr]|[Bb][Dd]|[Cc][Rr]|[Dd][Gg]|[Ee][Kk]|[Gg][Dd]|[Hh][Pp]|[Ll][Ee]|[Oo][Ss]|[Rr][Dd]|[Ss][Pp]|[Tt][Nn]|[Vv][Cc]|[Yy][Pp]|[Zz][Ll])|[Tt]([Hh][Bb]|[Jj][Ss]|[Mm][Tt]|[Nn][Dd]|[Oo][Pp]|[Rr][Yy]|[Tt][Dd]|[Ww][Dd]|[Zz][Ss])|[Uu]([Aa][Hh]|[Gg][Xx]|[Ss][Dd]|[Yy][Uu]|[Zz][Ss])|[Vv]([Ee][Dd]|[Ee][Ss]|[Nn][Dd]|[Uu][Vv])|[Ww]([Ss][Tt])|[Xx]([Aa][Ff]|[Cc][Dd]|[Cc][Gg]|[Oo][Ff]|[Pp][Ff])|[Yy]([Ee][Rr])|[Zz]([Aa][Rr]|[Mm][Ww]|[Ww][Gg]))$"},message:"must be the ISO 4217 code of a national currency in use"};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
if(!data6.isWellFormed()){
const err31 = {instancePath:instancePath+"/price/currency",schemaPath:"Currency/wellFormed",keyword:"wellFormed",params:{},message:"must be valid Unicode"};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
else {
const err32 = {instancePath:instancePath+"/price/currency",schemaPath:"Currency/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
if(data5.amountCents !== undefined && func0.call(data5, "amountCents")){
let data7 = data5.amountCents;
if(!(((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7))) && (isFinite(data7)))){
const err33 = {instancePath:instancePath+"/price/amountCents",schemaPath:"#/properties/price/properties/amountCents/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
if((typeof data7 == "number") && (isFinite(data7))){
if(data7 > 100000000 || isNaN(data7)){
const err34 = {instancePath:instancePath+"/price/amountCents",schemaPath:"#/properties/price/properties/amountCents/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100000000},message:"must be <= 100000000"};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
if(data7 < 0 || isNaN(data7)){
const err35 = {instancePath:instancePath+"/price/amountCents",schemaPath:"#/properties/price/properties/amountCents/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
}
if(data5.amount !== undefined && func0.call(data5, "amount")){
let data8 = data5.amount;
if((typeof data8 == "number") && (isFinite(data8))){
if(data8 > 1000000 || isNaN(data8)){
const err36 = {instancePath:instancePath+"/price/amount",schemaPath:"#/properties/price/properties/amount/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000"};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
if(data8 < 0 || isNaN(data8)){
const err37 = {instancePath:instancePath+"/price/amount",schemaPath:"#/properties/price/properties/amount/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
else {
const err38 = {instancePath:instancePath+"/price/amount",schemaPath:"#/properties/price/properties/amount/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
if(data5.unit !== undefined && func0.call(data5, "unit")){
let data9 = data5.unit;
if(typeof data9 === "string"){
if(func63(data9) > 40){
const err39 = {instancePath:instancePath+"/price/unit",schemaPath:"#/properties/price/properties/unit/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters"};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
if(func63(data9) < 1){
const err40 = {instancePath:instancePath+"/price/unit",schemaPath:"#/properties/price/properties/unit/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
if(!pattern13.test(data9)){
const err41 = {instancePath:instancePath+"/price/unit",schemaPath:"#/properties/price/properties/unit/pattern",keyword:"pattern",params:{pattern: "^[  　]*[^  　\\x00-\\x1f\\x7f-\u2028\u2029][^\\x00-\\x1f\\x7f-\u2028\u2029]*$"},message:"must be one line of printable characters, and not only spaces"};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
if(!data9.isWellFormed()){
const err42 = {instancePath:instancePath+"/price/unit",schemaPath:"#/properties/price/properties/unit/wellFormed",keyword:"wellFormed",params:{},message:"must be valid Unicode"};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
}
else {
const err43 = {instancePath:instancePath+"/price/unit",schemaPath:"#/properties/price/properties/unit/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
}
}
else {
const err44 = {instancePath:instancePath+"/price",schemaPath:"#/properties/price/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
}
if(data.runContract !== undefined && func0.call(data, "runContract")){
if(!(validate52(data.runContract, {instancePath:instancePath+"/runContract",parentData:data,parentDataProperty:"runContract",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate52.errors : vErrors.concat(validate52.errors);
errors = vErrors.length;
}
}
}
else {
const err45 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
validate51.errors = vErrors;
return errors === 0;
}
validate51.evaluated = {"props":{"title":true,"description":true,"category":true,"tags":true,"price":true,"runContract":true},"dynamicProps":false,"dynamicItems":false};


function validate50(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="SellerContract" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate50.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs0 = errors;
let valid0 = false;
const _errs1 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.provider === undefined) || (!(func0.call(data, "provider")))){
const err0 = {instancePath,schemaPath:"#/anyOf/0/required",keyword:"required",params:{missingProperty: "provider"},message:"must have required property '"+"provider"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.provider !== undefined && func0.call(data, "provider")){
if(!(validate51(data.provider, {instancePath:instancePath+"/provider",parentData:data,parentDataProperty:"provider",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate51.errors : vErrors.concat(validate51.errors);
errors = vErrors.length;
}
}
}
else {
const err1 = {instancePath,schemaPath:"#/anyOf/0/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
var _valid0 = _errs1 === errors;
valid0 = valid0 || _valid0;
if(_valid0){
var props0 = {};
props0.provider = true;
}
const _errs4 = errors;
const _errs6 = errors;
const _errs7 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.provider === undefined) || (!(func0.call(data, "provider")))) && (missing0 = "provider")){
const err2 = {};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
var valid2 = _errs7 === errors;
if(valid2){
const err3 = {instancePath,schemaPath:"#/anyOf/1/not",keyword:"not",params:{},message:"must NOT be valid"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
else {
errors = _errs6;
if(vErrors !== null){
if(_errs6){
vErrors.length = _errs6;
}
else {
vErrors = null;
}
}
}
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.listing === undefined) || (!(func0.call(data, "listing")))){
const err4 = {instancePath,schemaPath:"#/anyOf/1/required",keyword:"required",params:{missingProperty: "listing"},message:"must have required property '"+"listing"+"'"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.listing !== undefined && func0.call(data, "listing")){
if(!(validate51(data.listing, {instancePath:instancePath+"/listing",parentData:data,parentDataProperty:"listing",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate51.errors : vErrors.concat(validate51.errors);
errors = vErrors.length;
}
}
}
else {
const err5 = {instancePath,schemaPath:"#/anyOf/1/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
var _valid0 = _errs4 === errors;
valid0 = valid0 || _valid0;
if(_valid0){
if(props0 !== true){
props0 = props0 || {};
props0.listing = true;
}
}
if(!valid0){
const err6 = {instancePath,schemaPath:"#/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
else {
errors = _errs0;
if(vErrors !== null){
if(_errs0){
vErrors.length = _errs0;
}
else {
vErrors = null;
}
}
}
validate50.errors = vErrors;
evaluated0.props = props0;
return errors === 0;
}
validate50.evaluated = {"dynamicProps":true,"dynamicItems":false};

export const SellerProvider: Validator = validate51;

export const SignInRequest: Validator = validate56;
const schema108 = {"$id":"SignInRequest","title":"SignInRequest","description":"The e-mail address and the password of a person.","type":"object","required":["email","password"],"properties":{"email":{"type":"string","maxLength":254,"pattern":"^([A-Za-z0-9_'+-]+\\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\\.)+[A-Za-z]{2,}$","description":"An e-mail address; upper and lower case are the same.","wellFormed":true},"password":{"type":"string","minLength":1,"maxLength":128,"pattern":"^[^\\x00]*$","wellFormed":true}},"additionalProperties":false};
const schema109 = {"email":true,"password":true};
const pattern60 = new RegExp("^([A-Za-z0-9_'+-]+\\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\\.)+[A-Za-z]{2,}$", "u");

function validate56(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="SignInRequest" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate56.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.email === undefined) || (!(func0.call(data, "email")))){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "email"},message:"must have required property '"+"email"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if((data.password === undefined) || (!(func0.call(data, "password")))){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "password"},message:"must have required property '"+"password"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.email !== undefined && func0.call(data, "email")){
let data0 = data.email;
if(typeof data0 === "string"){
if(func63(data0) > 254){
const err2 = {instancePath:instancePath+"/email",schemaPath:"#/properties/email/maxLength",keyword:"maxLength",params:{limit: 254},message:"must NOT have more than 254 characters"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(!pattern60.test(data0)){
const err3 = {instancePath:instancePath+"/email",schemaPath:"#/properties/email/pattern",keyword:"pattern",params:{pattern: "^([A-Za-z0-9_'+-]+\\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\\.)+[A-Za-z]{2,}$"},message:"must be an e-mail address"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(!data0.isWellFormed()){
const err4 = {instancePath:instancePath+"/email",schemaPath:"#/properties/email/wellFormed",keyword:"wellFormed",params:{},message:"must be valid Unicode"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/email",schemaPath:"#/properties/email/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.password !== undefined && func0.call(data, "password")){
let data1 = data.password;
if(typeof data1 === "string"){
if(func63(data1) > 128){
const err6 = {instancePath:instancePath+"/password",schemaPath:"#/properties/password/maxLength",keyword:"maxLength",params:{limit: 128},message:"must NOT have more than 128 characters"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(func63(data1) < 1){
const err7 = {instancePath:instancePath+"/password",schemaPath:"#/properties/password/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(!pattern4.test(data1)){
const err8 = {instancePath:instancePath+"/password",schemaPath:"#/properties/password/pattern",keyword:"pattern",params:{pattern: "^[^\\x00]*$"},message:"must not contain the NUL character"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(!data1.isWellFormed()){
const err9 = {instancePath:instancePath+"/password",schemaPath:"#/properties/password/wellFormed",keyword:"wellFormed",params:{},message:"must be valid Unicode"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/password",schemaPath:"#/properties/password/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
for(const key0 of Object.keys(data)){
if(!((key0 === "email") || (key0 === "password"))){
const err11 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0, properties: schema109},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
}
else {
const err12 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
validate56.errors = vErrors;
return errors === 0;
}
validate56.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const SignUpRequest: Validator = validate57;
const schema110 = {"$id":"SignUpRequest","title":"SignUpRequest","description":"A person who gets an account.","type":"object","required":["name","email","password"],"properties":{"name":{"type":"string","minLength":1,"pattern":"^[  　]*[^  　\\x00-\\x1f\\x7f-\u2028\u2029][^\\x00-\\x1f\\x7f-\u2028\u2029]*$","maxLength":100,"wellFormed":true},"email":{"type":"string","maxLength":254,"pattern":"^([A-Za-z0-9_'+-]+\\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\\.)+[A-Za-z]{2,}$","description":"An e-mail address; upper and lower case are the same.","wellFormed":true},"password":{"$ref":"NewPassword"},"invitation":{"type":"string","minLength":1,"maxLength":64,"pattern":"^[^\\x00]*$","description":"The token of an invitation by the operator.","wellFormed":true}},"additionalProperties":false};
const schema112 = {"name":true,"email":true,"password":true,"invitation":true};

function validate57(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="SignUpRequest" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate57.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.name === undefined) || (!(func0.call(data, "name")))){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "name"},message:"must have required property '"+"name"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if((data.email === undefined) || (!(func0.call(data, "email")))){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "email"},message:"must have required property '"+"email"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if((data.password === undefined) || (!(func0.call(data, "password")))){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "password"},message:"must have required property '"+"password"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.name !== undefined && func0.call(data, "name")){
let data0 = data.name;
if(typeof data0 === "string"){
if(func63(data0) > 100){
const err3 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(func63(data0) < 1){
const err4 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(!pattern13.test(data0)){
const err5 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/pattern",keyword:"pattern",params:{pattern: "^[  　]*[^  　\\x00-\\x1f\\x7f-\u2028\u2029][^\\x00-\\x1f\\x7f-\u2028\u2029]*$"},message:"must be one line of printable characters, and not only spaces"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(!data0.isWellFormed()){
const err6 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/wellFormed",keyword:"wellFormed",params:{},message:"must be valid Unicode"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.email !== undefined && func0.call(data, "email")){
let data1 = data.email;
if(typeof data1 === "string"){
if(func63(data1) > 254){
const err8 = {instancePath:instancePath+"/email",schemaPath:"#/properties/email/maxLength",keyword:"maxLength",params:{limit: 254},message:"must NOT have more than 254 characters"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(!pattern60.test(data1)){
const err9 = {instancePath:instancePath+"/email",schemaPath:"#/properties/email/pattern",keyword:"pattern",params:{pattern: "^([A-Za-z0-9_'+-]+\\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\\.)+[A-Za-z]{2,}$"},message:"must be an e-mail address"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(!data1.isWellFormed()){
const err10 = {instancePath:instancePath+"/email",schemaPath:"#/properties/email/wellFormed",keyword:"wellFormed",params:{},message:"must be valid Unicode"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/email",schemaPath:"#/properties/email/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.password !== undefined && func0.call(data, "password")){
let data2 = data.password;
if(typeof data2 === "string"){
if(func63(data2) > 128){
const err12 = {instancePath:instancePath+"/password",schemaPath:"NewPassword/maxLength",keyword:"maxLength",params:{limit: 128},message:"must NOT have more than 128 characters"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(func63(data2) < 10){
const err13 = {instancePath:instancePath+"/password",schemaPath:"NewPassword/minLength",keyword:"minLength",params:{limit: 10},message:"must NOT have fewer than 10 characters"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(!pattern4.test(data2)){
const err14 = {instancePath:instancePath+"/password",schemaPath:"NewPassword/pattern",keyword:"pattern",params:{pattern: "^[^\\x00]*$"},message:"must not contain the NUL character"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(!data2.isWellFormed()){
const err15 = {instancePath:instancePath+"/password",schemaPath:"NewPassword/wellFormed",keyword:"wellFormed",params:{},message:"must be valid Unicode"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
else {
const err16 = {instancePath:instancePath+"/password",schemaPath:"NewPassword/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data.invitation !== undefined && func0.call(data, "invitation")){
let data3 = data.invitation;
if(typeof data3 === "string"){
if(func63(data3) > 64){
const err17 = {instancePath:instancePath+"/invitation",schemaPath:"#/properties/invitation/maxLength",keyword:"maxLength",params:{limit: 64},message:"must NOT have more than 64 characters"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(func63(data3) < 1){
const err18 = {instancePath:instancePath+"/invitation",schemaPath:"#/properties/invitation/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(!pattern4.test(data3)){
const err19 = {instancePath:instancePath+"/invitation",schemaPath:"#/properties/invitation/pattern",keyword:"pattern",params:{pattern: "^[^\\x00]*$"},message:"must not contain the NUL character"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if(!data3.isWellFormed()){
const err20 = {instancePath:instancePath+"/invitation",schemaPath:"#/properties/invitation/wellFormed",keyword:"wellFormed",params:{},message:"must be valid Unicode"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
else {
const err21 = {instancePath:instancePath+"/invitation",schemaPath:"#/properties/invitation/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
for(const key0 of Object.keys(data)){
if(!((((key0 === "name") || (key0 === "email")) || (key0 === "password")) || (key0 === "invitation"))){
const err22 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0, properties: schema112},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
}
else {
const err23 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
validate57.errors = vErrors;
return errors === 0;
}
validate57.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const StatsQuery: Validator = validate58;
const schema113 = {"$id":"StatsQuery","title":"StatsQuery","description":"The range of statistics. Both ends are extended to whole hours or days of UTC.","type":"object","properties":{"from":{"type":"string","pattern":"^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\\.[0-9]{1,9})?)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$","description":"RFC 3339; inclusive. By default 24 hours or 30 days before `to`.","wellFormed":true},"to":{"type":"string","pattern":"^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\\.[0-9]{1,9})?)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$","description":"RFC 3339; exclusive. Now by default.","wellFormed":true},"by":{"$ref":"StatsPeriod"},"listingId":{"type":"string","minLength":1,"maxLength":100,"pattern":"^[^\\x00]*$","description":"Id or slug.","wellFormed":true}},"additionalProperties":false};
const schema114 = {"$id":"StatsPeriod","title":"StatsPeriod","description":"What each entry of statistics covers: an hour or a day of UTC.","enum":["hour","day"]};
const schema115 = {"from":true,"to":true,"by":true,"listingId":true};

function validate58(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="StatsQuery" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate58.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.from !== undefined && func0.call(data, "from")){
let data0 = data.from;
if(typeof data0 === "string"){
if(!pattern5.test(data0)){
const err0 = {instancePath:instancePath+"/from",schemaPath:"#/properties/from/pattern",keyword:"pattern",params:{pattern: "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\\.[0-9]{1,9})?)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$"},message:"must be an RFC 3339 date and time"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(!data0.isWellFormed()){
const err1 = {instancePath:instancePath+"/from",schemaPath:"#/properties/from/wellFormed",keyword:"wellFormed",params:{},message:"must be valid Unicode"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath:instancePath+"/from",schemaPath:"#/properties/from/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.to !== undefined && func0.call(data, "to")){
let data1 = data.to;
if(typeof data1 === "string"){
if(!pattern5.test(data1)){
const err3 = {instancePath:instancePath+"/to",schemaPath:"#/properties/to/pattern",keyword:"pattern",params:{pattern: "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\\.[0-9]{1,9})?)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$"},message:"must be an RFC 3339 date and time"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(!data1.isWellFormed()){
const err4 = {instancePath:instancePath+"/to",schemaPath:"#/properties/to/wellFormed",keyword:"wellFormed",params:{},message:"must be valid Unicode"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/to",schemaPath:"#/properties/to/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.by !== undefined && func0.call(data, "by")){
let data2 = data.by;
if(!((data2 === "hour") || (data2 === "day"))){
const err6 = {instancePath:instancePath+"/by",schemaPath:"StatsPeriod/enum",keyword:"enum",params:{allowedValues: schema114.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.listingId !== undefined && func0.call(data, "listingId")){
let data3 = data.listingId;
if(typeof data3 === "string"){
if(func63(data3) > 100){
const err7 = {instancePath:instancePath+"/listingId",schemaPath:"#/properties/listingId/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(func63(data3) < 1){
const err8 = {instancePath:instancePath+"/listingId",schemaPath:"#/properties/listingId/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(!pattern4.test(data3)){
const err9 = {instancePath:instancePath+"/listingId",schemaPath:"#/properties/listingId/pattern",keyword:"pattern",params:{pattern: "^[^\\x00]*$"},message:"must not contain the NUL character"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(!data3.isWellFormed()){
const err10 = {instancePath:instancePath+"/listingId",schemaPath:"#/properties/listingId/wellFormed",keyword:"wellFormed",params:{},message:"must be valid Unicode"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/listingId",schemaPath:"#/properties/listingId/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
for(const key0 of Object.keys(data)){
if(!((((key0 === "from") || (key0 === "to")) || (key0 === "by")) || (key0 === "listingId"))){
const err12 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0, properties: schema115},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
}
else {
const err13 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
validate58.errors = vErrors;
return errors === 0;
}
validate58.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const UpdateApiKeyRequest: Validator = validate59;
const schema116 = {"$id":"UpdateApiKeyRequest","title":"UpdateApiKeyRequest","description":"The fields to change. `budget` is merged one level deep; `null` removes it.","type":"object","properties":{"name":{"type":"string","minLength":1,"pattern":"^[  　]*[^  　\\x00-\\x1f\\x7f-\u2028\u2029][^\\x00-\\x1f\\x7f-\u2028\u2029]*$","maxLength":100,"wellFormed":true},"budget":{"anyOf":[{"$ref":"KeyBudgetInput"},{"type":"null"}],"description":"The rules to change; the others stay. `null` removes the budget."},"id":{"readOnly":true,"description":"Read-only: ignored, so that you can send back a record that you read."},"scopes":{"readOnly":true,"description":"Read-only: ignored, so that you can send back a record that you read."},"prefix":{"readOnly":true,"description":"Read-only: ignored, so that you can send back a record that you read."},"lastFour":{"readOnly":true,"description":"Read-only: ignored, so that you can send back a record that you read."},"createdAt":{"readOnly":true,"description":"Read-only: ignored, so that you can send back a record that you read."},"lastUsedAt":{"readOnly":true,"description":"Read-only: ignored, so that you can send back a record that you read."},"expiresAt":{"readOnly":true,"description":"Read-only: ignored, so that you can send back a record that you read."},"origin":{"readOnly":true,"description":"Read-only: ignored, so that you can send back a record that you read."},"parentId":{"readOnly":true,"description":"Read-only: ignored, so that you can send back a record that you read."},"remaining":{"readOnly":true,"description":"Read-only: ignored, so that you can send back a record that you read."}},"additionalProperties":false};
const schema117 = {"name":true,"budget":true};

function validate59(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="UpdateApiKeyRequest" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate59.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.name !== undefined && func0.call(data, "name")){
let data0 = data.name;
if(typeof data0 === "string"){
if(func63(data0) > 100){
const err0 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(func63(data0) < 1){
const err1 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(!pattern13.test(data0)){
const err2 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/pattern",keyword:"pattern",params:{pattern: "^[  　]*[^  　\\x00-\\x1f\\x7f-\u2028\u2029][^\\x00-\\x1f\\x7f-\u2028\u2029]*$"},message:"must be one line of printable characters, and not only spaces"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(!data0.isWellFormed()){
const err3 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/wellFormed",keyword:"wellFormed",params:{},message:"must be valid Unicode"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.budget !== undefined && func0.call(data, "budget")){
let data1 = data.budget;
const _errs4 = errors;
let valid1 = false;
const _errs5 = errors;
if(!(validate24(data1, {instancePath:instancePath+"/budget",parentData:data,parentDataProperty:"budget",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate24.errors : vErrors.concat(validate24.errors);
errors = vErrors.length;
}
var _valid0 = _errs5 === errors;
valid1 = valid1 || _valid0;
const _errs6 = errors;
if(data1 !== null){
const err5 = {instancePath:instancePath+"/budget",schemaPath:"#/properties/budget/anyOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
var _valid0 = _errs6 === errors;
valid1 = valid1 || _valid0;
if(!valid1){
const err6 = {instancePath:instancePath+"/budget",schemaPath:"#/properties/budget/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
else {
errors = _errs4;
if(vErrors !== null){
if(_errs4){
vErrors.length = _errs4;
}
else {
vErrors = null;
}
}
}
}
for(const key0 of Object.keys(data)){
if(!(func0.call(schema116.properties, key0))){
const err7 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0, properties: schema117},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
else {
const err8 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
validate59.errors = vErrors;
return errors === 0;
}
validate59.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const UpdateListingRequest: Validator = validate61;
const schema118 = {"$id":"UpdateListingRequest","title":"UpdateListingRequest","description":"The fields to change. `runContract` and `price` are merged one level deep; `null` clears an optional field.","type":"object","properties":{"title":{"type":"string","minLength":1,"maxLength":200,"pattern":"^[^\\x00]*$","wellFormed":true},"description":{"type":["string","null"],"maxLength":5000,"pattern":"^[^\\x00]*$","wellFormed":true},"category":{"type":["string","null"],"minLength":1,"pattern":"^[  　]*[^  　\\x00-\\x1f\\x7f-\u2028\u2029][^\\x00-\\x1f\\x7f-\u2028\u2029]*$","maxLength":40,"wellFormed":true},"tags":{"type":["array","null"],"maxItems":10,"if":{"type":"array","minItems":11},"else":{"type":["array","null"],"items":{"type":"string","minLength":1,"pattern":"^[  　]*[^  　\\x00-\\x1f\\x7f-\u2028\u2029][^\\x00-\\x1f\\x7f-\u2028\u2029]*$","maxLength":32,"wellFormed":true}}},"id":{"readOnly":true,"description":"Read-only: ignored, so that you can send back a record that you read."},"userId":{"readOnly":true,"description":"Read-only: ignored, so that you can send back a record that you read."},"seller":{"readOnly":true,"description":"Read-only: ignored, so that you can send back a record that you read."},"status":{"readOnly":true,"description":"Read-only: ignored, so that you can send back a record that you read."},"reviewRejectionReason":{"readOnly":true,"description":"Read-only: ignored, so that you can send back a record that you read."},"slowInputs":{"readOnly":true,"description":"Read-only: ignored, so that you can send back a record that you read."},"reviewChecks":{"readOnly":true,"description":"Read-only: ignored, so that you can send back a record that you read."},"revision":{"readOnly":true,"description":"Read-only: ignored, so that you can send back a record that you read."},"quality":{"readOnly":true,"description":"Read-only: ignored, so that you can send back a record that you read."},"health":{"readOnly":true,"description":"Read-only: ignored, so that you can send back a record that you read."},"createdAt":{"readOnly":true,"description":"Read-only: ignored, so that you can send back a record that you read."},"updatedAt":{"readOnly":true,"description":"Read-only: ignored, so that you can send back a record that you read."},"warnings":{"readOnly":true,"description":"Read-only: ignored, so that you can send back a record that you read."},"listingState":{"$ref":"ListingState"},"price":{"$ref":"PriceInput"},"runContract":{"$ref":"RunContractChange"},"slug":{"readOnly":true,"description":"Read-only: ignored, so that you can send back a record that you read."}},"additionalProperties":false};
const schema119 = {"$id":"ListingState","title":"ListingState","description":"State as buyers see it; `pending_review` and `flagged` read as `draft`.","type":"string","enum":["draft","published","paused","archived"]};
const schema123 = {"title":true,"description":true,"category":true,"tags":true,"listingState":true,"price":true,"runContract":true};
const schema120 = {"$id":"RunContractChange","title":"RunContractChange","description":"The members of the run contract to change. Each replaces the stored one (a schema as a whole); `null` removes an optional one.","type":"object","properties":{"method":{"$ref":"Method"},"endpointPath":{"type":"string","description":"Absolute URL of the seller's endpoint; outside dev mode https on a public address."},"healthEndpoint":{"type":["string","null"],"description":"Absolute URL probed with GET every 5 minutes."},"inputSchema":{"type":["object","null"],"description":"JSON Schema (draft-07, 2019-09 or 2020-12) of the input."},"outputSchema":{"type":["object","null"],"description":"JSON Schema of the result."},"requestExampleJson":{"type":["string","null"],"maxLength":65536,"pattern":"^[^\\x00]*$","description":"An example request, as a JSON string.","wellFormed":true},"responseExampleJson":{"type":["string","null"],"maxLength":65536,"pattern":"^[^\\x00]*$","description":"An example response, as a JSON string.","wellFormed":true}},"additionalProperties":false};

function validate63(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="RunContractChange" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate63.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.method !== undefined && func0.call(data, "method")){
let data0 = data.method;
if(typeof data0 !== "string"){
const err0 = {instancePath:instancePath+"/method",schemaPath:"Method/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(!(((((data0 === "GET") || (data0 === "POST")) || (data0 === "PUT")) || (data0 === "PATCH")) || (data0 === "DELETE"))){
const err1 = {instancePath:instancePath+"/method",schemaPath:"Method/enum",keyword:"enum",params:{allowedValues: schema60.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.endpointPath !== undefined && func0.call(data, "endpointPath")){
if(typeof data.endpointPath !== "string"){
const err2 = {instancePath:instancePath+"/endpointPath",schemaPath:"#/properties/endpointPath/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.healthEndpoint !== undefined && func0.call(data, "healthEndpoint")){
let data2 = data.healthEndpoint;
if((typeof data2 !== "string") && (data2 !== null)){
const err3 = {instancePath:instancePath+"/healthEndpoint",schemaPath:"#/properties/healthEndpoint/type",keyword:"type",params:{type: schema120.properties.healthEndpoint.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.inputSchema !== undefined && func0.call(data, "inputSchema")){
let data3 = data.inputSchema;
if((!(data3 && typeof data3 == "object" && !Array.isArray(data3))) && (data3 !== null)){
const err4 = {instancePath:instancePath+"/inputSchema",schemaPath:"#/properties/inputSchema/type",keyword:"type",params:{type: schema120.properties.inputSchema.type},message:"must be object,null"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.outputSchema !== undefined && func0.call(data, "outputSchema")){
let data4 = data.outputSchema;
if((!(data4 && typeof data4 == "object" && !Array.isArray(data4))) && (data4 !== null)){
const err5 = {instancePath:instancePath+"/outputSchema",schemaPath:"#/properties/outputSchema/type",keyword:"type",params:{type: schema120.properties.outputSchema.type},message:"must be object,null"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.requestExampleJson !== undefined && func0.call(data, "requestExampleJson")){
let data5 = data.requestExampleJson;
if((typeof data5 !== "string") && (data5 !== null)){
const err6 = {instancePath:instancePath+"/requestExampleJson",schemaPath:"#/properties/requestExampleJson/type",keyword:"type",params:{type: schema120.properties.requestExampleJson.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(typeof data5 === "string"){
if(func63(data5) > 65536){
const err7 = {instancePath:instancePath+"/requestExampleJson",schemaPath:"#/properties/requestExampleJson/maxLength",keyword:"maxLength",params:{limit: 65536},message:"must NOT have more than 65536 characters"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(!pattern4.test(data5)){
const err8 = {instancePath:instancePath+"/requestExampleJson",schemaPath:"#/properties/requestExampleJson/pattern",keyword:"pattern",params:{pattern: "^[^\\x00]*$"},message:"must not contain the NUL character"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(!data5.isWellFormed()){
const err9 = {instancePath:instancePath+"/requestExampleJson",schemaPath:"#/properties/requestExampleJson/wellFormed",keyword:"wellFormed",params:{},message:"must be valid Unicode"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
}
if(data.responseExampleJson !== undefined && func0.call(data, "responseExampleJson")){
let data6 = data.responseExampleJson;
if((typeof data6 !== "string") && (data6 !== null)){
const err10 = {instancePath:instancePath+"/responseExampleJson",schemaPath:"#/properties/responseExampleJson/type",keyword:"type",params:{type: schema120.properties.responseExampleJson.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(typeof data6 === "string"){
if(func63(data6) > 65536){
const err11 = {instancePath:instancePath+"/responseExampleJson",schemaPath:"#/properties/responseExampleJson/maxLength",keyword:"maxLength",params:{limit: 65536},message:"must NOT have more than 65536 characters"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(!pattern4.test(data6)){
const err12 = {instancePath:instancePath+"/responseExampleJson",schemaPath:"#/properties/responseExampleJson/pattern",keyword:"pattern",params:{pattern: "^[^\\x00]*$"},message:"must not contain the NUL character"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(!data6.isWellFormed()){
const err13 = {instancePath:instancePath+"/responseExampleJson",schemaPath:"#/properties/responseExampleJson/wellFormed",keyword:"wellFormed",params:{},message:"must be valid Unicode"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
}
for(const key0 of Object.keys(data)){
if(!(((((((key0 === "method") || (key0 === "endpointPath")) || (key0 === "healthEndpoint")) || (key0 === "inputSchema")) || (key0 === "outputSchema")) || (key0 === "requestExampleJson")) || (key0 === "responseExampleJson"))){
const err14 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0, properties: schema61},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
}
else {
const err15 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
validate63.errors = vErrors;
return errors === 0;
}
validate63.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate61(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="UpdateListingRequest" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate61.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.title !== undefined && func0.call(data, "title")){
let data0 = data.title;
if(typeof data0 === "string"){
if(func63(data0) > 200){
const err0 = {instancePath:instancePath+"/title",schemaPath:"#/properties/title/maxLength",keyword:"maxLength",params:{limit: 200},message:"must NOT have more than 200 characters"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(func63(data0) < 1){
const err1 = {instancePath:instancePath+"/title",schemaPath:"#/properties/title/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(!pattern4.test(data0)){
const err2 = {instancePath:instancePath+"/title",schemaPath:"#/properties/title/pattern",keyword:"pattern",params:{pattern: "^[^\\x00]*$"},message:"must not contain the NUL character"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(!data0.isWellFormed()){
const err3 = {instancePath:instancePath+"/title",schemaPath:"#/properties/title/wellFormed",keyword:"wellFormed",params:{},message:"must be valid Unicode"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/title",schemaPath:"#/properties/title/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.description !== undefined && func0.call(data, "description")){
let data1 = data.description;
if((typeof data1 !== "string") && (data1 !== null)){
const err5 = {instancePath:instancePath+"/description",schemaPath:"#/properties/description/type",keyword:"type",params:{type: schema118.properties.description.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(typeof data1 === "string"){
if(func63(data1) > 5000){
const err6 = {instancePath:instancePath+"/description",schemaPath:"#/properties/description/maxLength",keyword:"maxLength",params:{limit: 5000},message:"must NOT have more than 5000 characters"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(!pattern4.test(data1)){
const err7 = {instancePath:instancePath+"/description",schemaPath:"#/properties/description/pattern",keyword:"pattern",params:{pattern: "^[^\\x00]*$"},message:"must not contain the NUL character"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(!data1.isWellFormed()){
const err8 = {instancePath:instancePath+"/description",schemaPath:"#/properties/description/wellFormed",keyword:"wellFormed",params:{},message:"must be valid Unicode"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
if(data.category !== undefined && func0.call(data, "category")){
let data2 = data.category;
if((typeof data2 !== "string") && (data2 !== null)){
const err9 = {instancePath:instancePath+"/category",schemaPath:"#/properties/category/type",keyword:"type",params:{type: schema118.properties.category.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(typeof data2 === "string"){
if(func63(data2) > 40){
const err10 = {instancePath:instancePath+"/category",schemaPath:"#/properties/category/maxLength",keyword:"maxLength",params:{limit: 40},message:"must NOT have more than 40 characters"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(func63(data2) < 1){
const err11 = {instancePath:instancePath+"/category",schemaPath:"#/properties/category/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(!pattern13.test(data2)){
const err12 = {instancePath:instancePath+"/category",schemaPath:"#/properties/category/pattern",keyword:"pattern",params:{pattern: "^[  　]*[^  　\\x00-\\x1f\\x7f-\u2028\u2029][^\\x00-\\x1f\\x7f-\u2028\u2029]*$"},message:"must be one line of printable characters, and not only spaces"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(!data2.isWellFormed()){
const err13 = {instancePath:instancePath+"/category",schemaPath:"#/properties/category/wellFormed",keyword:"wellFormed",params:{},message:"must be valid Unicode"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
}
if(data.tags !== undefined && func0.call(data, "tags")){
let data3 = data.tags;
if((!(Array.isArray(data3))) && (data3 !== null)){
const err14 = {instancePath:instancePath+"/tags",schemaPath:"#/properties/tags/type",keyword:"type",params:{type: schema118.properties.tags.type},message:"must be array,null"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
const _errs9 = errors;
let valid1 = true;
const _errs10 = errors;
if(errors === _errs10){
if(Array.isArray(data3)){
if(data3.length < 11){
const err15 = {};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
else {
const err16 = {};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
var _valid0 = _errs10 === errors;
errors = _errs9;
if(vErrors !== null){
if(_errs9){
vErrors.length = _errs9;
}
else {
vErrors = null;
}
}
if(!_valid0){
const _errs12 = errors;
if((!(Array.isArray(data3))) && (data3 !== null)){
const err17 = {instancePath:instancePath+"/tags",schemaPath:"#/properties/tags/else/type",keyword:"type",params:{type: schema118.properties.tags.else.type},message:"must be array,null"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(Array.isArray(data3)){
const len0 = data3.length;
for(let i0=0; i0<len0; i0++){
let data4 = data3[i0];
if(typeof data4 === "string"){
if(func63(data4) > 32){
const err18 = {instancePath:instancePath+"/tags/" + i0,schemaPath:"#/properties/tags/else/items/maxLength",keyword:"maxLength",params:{limit: 32},message:"must NOT have more than 32 characters"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(func63(data4) < 1){
const err19 = {instancePath:instancePath+"/tags/" + i0,schemaPath:"#/properties/tags/else/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if(!pattern13.test(data4)){
const err20 = {instancePath:instancePath+"/tags/" + i0,schemaPath:"#/properties/tags/else/items/pattern",keyword:"pattern",params:{pattern: "^[  　]*[^  　\\x00-\\x1f\\x7f-\u2028\u2029][^\\x00-\\x1f\\x7f-\u2028\u2029]*$"},message:"must be one line of printable characters, and not only spaces"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(!data4.isWellFormed()){
const err21 = {instancePath:instancePath+"/tags/" + i0,schemaPath:"#/properties/tags/else/items/wellFormed",keyword:"wellFormed",params:{},message:"must be valid Unicode"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
else {
const err22 = {instancePath:instancePath+"/tags/" + i0,schemaPath:"#/properties/tags/else/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
}
var _valid0 = _errs12 === errors;
valid1 = _valid0;
}
if(!valid1){
const err23 = {instancePath:instancePath+"/tags",schemaPath:"#/properties/tags/if",keyword:"if",params:{failingKeyword: "else"},message:"must match \"else\" schema"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
if(Array.isArray(data3)){
if(data3.length > 10){
const err24 = {instancePath:instancePath+"/tags",schemaPath:"#/properties/tags/maxItems",keyword:"maxItems",params:{limit: 10},message:"must NOT have more than 10 items"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
}
if(data.listingState !== undefined && func0.call(data, "listingState")){
let data5 = data.listingState;
if(typeof data5 !== "string"){
const err25 = {instancePath:instancePath+"/listingState",schemaPath:"ListingState/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
if(!((((data5 === "draft") || (data5 === "published")) || (data5 === "paused")) || (data5 === "archived"))){
const err26 = {instancePath:instancePath+"/listingState",schemaPath:"ListingState/enum",keyword:"enum",params:{allowedValues: schema119.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
if(data.price !== undefined && func0.call(data, "price")){
if(!(validate28(data.price, {instancePath:instancePath+"/price",parentData:data,parentDataProperty:"price",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate28.errors : vErrors.concat(validate28.errors);
errors = vErrors.length;
}
}
if(data.runContract !== undefined && func0.call(data, "runContract")){
if(!(validate63(data.runContract, {instancePath:instancePath+"/runContract",parentData:data,parentDataProperty:"runContract",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate63.errors : vErrors.concat(validate63.errors);
errors = vErrors.length;
}
}
for(const key0 of Object.keys(data)){
if(!(func0.call(schema118.properties, key0))){
const err27 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0, properties: schema123},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
}
else {
const err28 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
validate61.errors = vErrors;
return errors === 0;
}
validate61.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const UpdateProfileRequest: Validator = validate65;
const schema124 = {"$id":"UpdateProfileRequest","title":"UpdateProfileRequest","description":"A profile. It replaces the stored one: a field that is absent or `null` is removed.","type":"object","required":["name"],"properties":{"name":{"type":"string","minLength":1,"pattern":"^[  　]*[^  　\\x00-\\x1f\\x7f-\u2028\u2029][^\\x00-\\x1f\\x7f-\u2028\u2029]*$","maxLength":80,"wellFormed":true},"website":{"anyOf":[{"$ref":"HttpsUrl"},{"type":"null"}]},"contact":{"anyOf":[{"$ref":"HttpsUrl"},{"type":"null"}]},"termsUrl":{"anyOf":[{"$ref":"HttpsUrl"},{"type":"null"}]},"documentationUrl":{"anyOf":[{"$ref":"HttpsUrl"},{"type":"null"}]},"sellerId":{"readOnly":true,"description":"Read-only: ignored, so that you can send back a record that you read."}},"additionalProperties":false};
const schema125 = {"$id":"HttpsUrl","title":"HttpsUrl","description":"Absolute https URL with a public host name.","type":"string","maxLength":500,"pattern":"^[Hh][Tt][Tt][Pp][Ss]://+[^/?#@\\\\\\x00-\\x20\\x7f-   - \u2028\u2029  　]+([/?#][^\\\\\\x00-\\x20\\x7f-   - \u2028\u2029  　]*)?$","wellFormed":true};
const schema129 = {"name":true,"website":true,"contact":true,"termsUrl":true,"documentationUrl":true};
const pattern77 = new RegExp("^[Hh][Tt][Tt][Pp][Ss]://+[^/?#@\\\\\\x00-\\x20\\x7f-   - \u2028\u2029  　]+([/?#][^\\\\\\x00-\\x20\\x7f-   - \u2028\u2029  　]*)?$", "u");

function validate65(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="UpdateProfileRequest" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate65.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.name === undefined) || (!(func0.call(data, "name")))){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "name"},message:"must have required property '"+"name"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.name !== undefined && func0.call(data, "name")){
let data0 = data.name;
if(typeof data0 === "string"){
if(func63(data0) > 80){
const err1 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/maxLength",keyword:"maxLength",params:{limit: 80},message:"must NOT have more than 80 characters"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(func63(data0) < 1){
const err2 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(!pattern13.test(data0)){
const err3 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/pattern",keyword:"pattern",params:{pattern: "^[  　]*[^  　\\x00-\\x1f\\x7f-\u2028\u2029][^\\x00-\\x1f\\x7f-\u2028\u2029]*$"},message:"must be one line of printable characters, and not only spaces"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(!data0.isWellFormed()){
const err4 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/wellFormed",keyword:"wellFormed",params:{},message:"must be valid Unicode"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.website !== undefined && func0.call(data, "website")){
let data1 = data.website;
const _errs4 = errors;
let valid1 = false;
const _errs5 = errors;
if(typeof data1 === "string"){
if(func63(data1) > 500){
const err6 = {instancePath:instancePath+"/website",schemaPath:"HttpsUrl/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(!pattern77.test(data1)){
const err7 = {instancePath:instancePath+"/website",schemaPath:"HttpsUrl/pattern",keyword:"pattern",params:{pattern: "^[Hh][Tt][Tt][Pp][Ss]://+[^/?#@\\\\\\x00-\\x20\\x7f-   - \u2028\u2029  　]+([/?#][^\\\\\\x00-\\x20\\x7f-   - \u2028\u2029  　]*)?$"},message:"must be an https URL without spaces, user name or password"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(!data1.isWellFormed()){
const err8 = {instancePath:instancePath+"/website",schemaPath:"HttpsUrl/wellFormed",keyword:"wellFormed",params:{},message:"must be valid Unicode"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/website",schemaPath:"HttpsUrl/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
var _valid0 = _errs5 === errors;
valid1 = valid1 || _valid0;
const _errs8 = errors;
if(data1 !== null){
const err10 = {instancePath:instancePath+"/website",schemaPath:"#/properties/website/anyOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
var _valid0 = _errs8 === errors;
valid1 = valid1 || _valid0;
if(!valid1){
const err11 = {instancePath:instancePath+"/website",schemaPath:"#/properties/website/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
else {
errors = _errs4;
if(vErrors !== null){
if(_errs4){
vErrors.length = _errs4;
}
else {
vErrors = null;
}
}
}
}
if(data.contact !== undefined && func0.call(data, "contact")){
let data2 = data.contact;
const _errs11 = errors;
let valid3 = false;
const _errs12 = errors;
if(typeof data2 === "string"){
if(func63(data2) > 500){
const err12 = {instancePath:instancePath+"/contact",schemaPath:"HttpsUrl/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(!pattern77.test(data2)){
const err13 = {instancePath:instancePath+"/contact",schemaPath:"HttpsUrl/pattern",keyword:"pattern",params:{pattern: "^[Hh][Tt][Tt][Pp][Ss]://+[^/?#@\\\\\\x00-\\x20\\x7f-   - \u2028\u2029  　]+([/?#][^\\\\\\x00-\\x20\\x7f-   - \u2028\u2029  　]*)?$"},message:"must be an https URL without spaces, user name or password"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(!data2.isWellFormed()){
const err14 = {instancePath:instancePath+"/contact",schemaPath:"HttpsUrl/wellFormed",keyword:"wellFormed",params:{},message:"must be valid Unicode"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
else {
const err15 = {instancePath:instancePath+"/contact",schemaPath:"HttpsUrl/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
var _valid1 = _errs12 === errors;
valid3 = valid3 || _valid1;
const _errs15 = errors;
if(data2 !== null){
const err16 = {instancePath:instancePath+"/contact",schemaPath:"#/properties/contact/anyOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
var _valid1 = _errs15 === errors;
valid3 = valid3 || _valid1;
if(!valid3){
const err17 = {instancePath:instancePath+"/contact",schemaPath:"#/properties/contact/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
else {
errors = _errs11;
if(vErrors !== null){
if(_errs11){
vErrors.length = _errs11;
}
else {
vErrors = null;
}
}
}
}
if(data.termsUrl !== undefined && func0.call(data, "termsUrl")){
let data3 = data.termsUrl;
const _errs18 = errors;
let valid5 = false;
const _errs19 = errors;
if(typeof data3 === "string"){
if(func63(data3) > 500){
const err18 = {instancePath:instancePath+"/termsUrl",schemaPath:"HttpsUrl/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(!pattern77.test(data3)){
const err19 = {instancePath:instancePath+"/termsUrl",schemaPath:"HttpsUrl/pattern",keyword:"pattern",params:{pattern: "^[Hh][Tt][Tt][Pp][Ss]://+[^/?#@\\\\\\x00-\\x20\\x7f-   - \u2028\u2029  　]+([/?#][^\\\\\\x00-\\x20\\x7f-   - \u2028\u2029  　]*)?$"},message:"must be an https URL without spaces, user name or password"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if(!data3.isWellFormed()){
const err20 = {instancePath:instancePath+"/termsUrl",schemaPath:"HttpsUrl/wellFormed",keyword:"wellFormed",params:{},message:"must be valid Unicode"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
else {
const err21 = {instancePath:instancePath+"/termsUrl",schemaPath:"HttpsUrl/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
var _valid2 = _errs19 === errors;
valid5 = valid5 || _valid2;
const _errs22 = errors;
if(data3 !== null){
const err22 = {instancePath:instancePath+"/termsUrl",schemaPath:"#/properties/termsUrl/anyOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
var _valid2 = _errs22 === errors;
valid5 = valid5 || _valid2;
if(!valid5){
const err23 = {instancePath:instancePath+"/termsUrl",schemaPath:"#/properties/termsUrl/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
else {
errors = _errs18;
if(vErrors !== null){
if(_errs18){
vErrors.length = _errs18;
}
else {
vErrors = null;
}
}
}
}
if(data.documentationUrl !== undefined && func0.call(data, "documentationUrl")){
let data4 = data.documentationUrl;
const _errs25 = errors;
let valid7 = false;
const _errs26 = errors;
if(typeof data4 === "string"){
if(func63(data4) > 500){
const err24 = {instancePath:instancePath+"/documentationUrl",schemaPath:"HttpsUrl/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
if(!pattern77.test(data4)){
const err25 = {instancePath:instancePath+"/documentationUrl",schemaPath:"HttpsUrl/pattern",keyword:"pattern",params:{pattern: "^[Hh][Tt][Tt][Pp][Ss]://+[^/?#@\\\\\\x00-\\x20\\x7f-   - \u2028\u2029  　]+([/?#][^\\\\\\x00-\\x20\\x7f-   - \u2028\u2029  　]*)?$"},message:"must be an https URL without spaces, user name or password"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
if(!data4.isWellFormed()){
const err26 = {instancePath:instancePath+"/documentationUrl",schemaPath:"HttpsUrl/wellFormed",keyword:"wellFormed",params:{},message:"must be valid Unicode"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
else {
const err27 = {instancePath:instancePath+"/documentationUrl",schemaPath:"HttpsUrl/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
var _valid3 = _errs26 === errors;
valid7 = valid7 || _valid3;
const _errs29 = errors;
if(data4 !== null){
const err28 = {instancePath:instancePath+"/documentationUrl",schemaPath:"#/properties/documentationUrl/anyOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
var _valid3 = _errs29 === errors;
valid7 = valid7 || _valid3;
if(!valid7){
const err29 = {instancePath:instancePath+"/documentationUrl",schemaPath:"#/properties/documentationUrl/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
else {
errors = _errs25;
if(vErrors !== null){
if(_errs25){
vErrors.length = _errs25;
}
else {
vErrors = null;
}
}
}
}
for(const key0 of Object.keys(data)){
if(!((((((key0 === "name") || (key0 === "website")) || (key0 === "contact")) || (key0 === "termsUrl")) || (key0 === "documentationUrl")) || (key0 === "sellerId"))){
const err30 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0, properties: schema129},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
}
else {
const err31 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
validate65.errors = vErrors;
return errors === 0;
}
validate65.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const UpdateWebhookRequest: Validator = validate66;
const schema130 = {"$id":"UpdateWebhookRequest","title":"UpdateWebhookRequest","description":"The fields to change.","type":"object","properties":{"url":{"type":"string","maxLength":2048,"pattern":"^[Hh][Tt][Tt][Pp][Ss]?://+[^/?#@\\\\\\x00-\\x20\\x7f-   - \u2028\u2029  　]+([/?#][^\\\\\\x00-\\x20\\x7f-   - \u2028\u2029  　]*)?$","description":"Absolute URL: https on a public address; dev mode also allows http and private addresses.","wellFormed":true},"events":{"type":"array","minItems":1,"maxItems":10,"description":"The events that the webhook receives.","if":{"type":"array","minItems":11},"else":{"type":"array","items":{"$ref":"WebhookEvent"}}},"filter":{"anyOf":[{"$ref":"WebhookFilterInput"},{"type":"null"}],"description":"Which orders to deliver: the given conditions replace those of the webhook; `null` removes them all."},"state":{"$ref":"WebhookState"},"id":{"readOnly":true,"description":"Read-only: ignored, so that you can send back a record that you read."},"pendingReason":{"readOnly":true,"description":"Read-only: ignored, so that you can send back a record that you read."},"disabledReason":{"readOnly":true,"description":"Read-only: ignored, so that you can send back a record that you read."},"createdAt":{"readOnly":true,"description":"Read-only: ignored, so that you can send back a record that you read."}},"additionalProperties":false};
const schema132 = {"$id":"WebhookState","title":"WebhookState","description":"`pending` until its URL has answered the challenge; `paused` by you; `disabled` by the marketplace after five days without a successful delivery, or when the receiver returned 410.","type":"string","enum":["pending","active","paused","disabled"]};
const schema133 = {"url":true,"events":true,"filter":true,"state":true};

function validate66(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="UpdateWebhookRequest" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate66.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.url !== undefined && func0.call(data, "url")){
let data0 = data.url;
if(typeof data0 === "string"){
if(func63(data0) > 2048){
const err0 = {instancePath:instancePath+"/url",schemaPath:"#/properties/url/maxLength",keyword:"maxLength",params:{limit: 2048},message:"must NOT have more than 2048 characters"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(!pattern31.test(data0)){
const err1 = {instancePath:instancePath+"/url",schemaPath:"#/properties/url/pattern",keyword:"pattern",params:{pattern: "^[Hh][Tt][Tt][Pp][Ss]?://+[^/?#@\\\\\\x00-\\x20\\x7f-   - \u2028\u2029  　]+([/?#][^\\\\\\x00-\\x20\\x7f-   - \u2028\u2029  　]*)?$"},message:"must be an http(s) URL without spaces, user name or password"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(!data0.isWellFormed()){
const err2 = {instancePath:instancePath+"/url",schemaPath:"#/properties/url/wellFormed",keyword:"wellFormed",params:{},message:"must be valid Unicode"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/url",schemaPath:"#/properties/url/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.events !== undefined && func0.call(data, "events")){
let data1 = data.events;
const _errs5 = errors;
let valid1 = true;
const _errs6 = errors;
if(errors === _errs6){
if(Array.isArray(data1)){
if(data1.length < 11){
const err4 = {};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
var _valid0 = _errs6 === errors;
errors = _errs5;
if(vErrors !== null){
if(_errs5){
vErrors.length = _errs5;
}
else {
vErrors = null;
}
}
if(!_valid0){
const _errs8 = errors;
if(Array.isArray(data1)){
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
if(typeof data2 !== "string"){
const err6 = {instancePath:instancePath+"/events/" + i0,schemaPath:"WebhookEvent/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(!(data2 === "order.settled")){
const err7 = {instancePath:instancePath+"/events/" + i0,schemaPath:"WebhookEvent/enum",keyword:"enum",params:{allowedValues: schema64.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
else {
const err8 = {instancePath:instancePath+"/events",schemaPath:"#/properties/events/else/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
var _valid0 = _errs8 === errors;
valid1 = _valid0;
}
if(!valid1){
const err9 = {instancePath:instancePath+"/events",schemaPath:"#/properties/events/if",keyword:"if",params:{failingKeyword: "else"},message:"must match \"else\" schema"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(Array.isArray(data1)){
if(data1.length > 10){
const err10 = {instancePath:instancePath+"/events",schemaPath:"#/properties/events/maxItems",keyword:"maxItems",params:{limit: 10},message:"must NOT have more than 10 items"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(data1.length < 1){
const err11 = {instancePath:instancePath+"/events",schemaPath:"#/properties/events/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/events",schemaPath:"#/properties/events/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.filter !== undefined && func0.call(data, "filter")){
let data3 = data.filter;
const _errs14 = errors;
let valid5 = false;
const _errs15 = errors;
if(!(validate33(data3, {instancePath:instancePath+"/filter",parentData:data,parentDataProperty:"filter",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate33.errors : vErrors.concat(validate33.errors);
errors = vErrors.length;
}
var _valid1 = _errs15 === errors;
valid5 = valid5 || _valid1;
const _errs16 = errors;
if(data3 !== null){
const err13 = {instancePath:instancePath+"/filter",schemaPath:"#/properties/filter/anyOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
var _valid1 = _errs16 === errors;
valid5 = valid5 || _valid1;
if(!valid5){
const err14 = {instancePath:instancePath+"/filter",schemaPath:"#/properties/filter/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
else {
errors = _errs14;
if(vErrors !== null){
if(_errs14){
vErrors.length = _errs14;
}
else {
vErrors = null;
}
}
}
}
if(data.state !== undefined && func0.call(data, "state")){
let data4 = data.state;
if(typeof data4 !== "string"){
const err15 = {instancePath:instancePath+"/state",schemaPath:"WebhookState/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(!((((data4 === "pending") || (data4 === "active")) || (data4 === "paused")) || (data4 === "disabled"))){
const err16 = {instancePath:instancePath+"/state",schemaPath:"WebhookState/enum",keyword:"enum",params:{allowedValues: schema132.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
for(const key0 of Object.keys(data)){
if(!((((((((key0 === "url") || (key0 === "events")) || (key0 === "filter")) || (key0 === "state")) || (key0 === "id")) || (key0 === "pendingReason")) || (key0 === "disabledReason")) || (key0 === "createdAt"))){
const err17 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0, properties: schema133},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
}
else {
const err18 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
validate66.errors = vErrors;
return errors === 0;
}
validate66.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const UsageQuery: Validator = validate68;
const schema134 = {"$id":"UsageQuery","title":"UsageQuery","description":"The range of usage. Both ends are extended to whole days of UTC.","type":"object","properties":{"from":{"type":"string","pattern":"^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\\.[0-9]{1,9})?)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$","description":"RFC 3339; inclusive. By default 30 days before `to`; at most 2 years ago.","wellFormed":true},"to":{"type":"string","pattern":"^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\\.[0-9]{1,9})?)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$","description":"RFC 3339; exclusive. Now by default.","wellFormed":true},"by":{"$ref":"UsageBy"}},"additionalProperties":false};
const schema135 = {"$id":"UsageBy","title":"UsageBy","description":"What each row of usage covers: an API key, a listing, or a day of UTC.","enum":["key","listing","day"]};
const schema136 = {"from":true,"to":true,"by":true};

function validate68(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="UsageQuery" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate68.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.from !== undefined && func0.call(data, "from")){
let data0 = data.from;
if(typeof data0 === "string"){
if(!pattern5.test(data0)){
const err0 = {instancePath:instancePath+"/from",schemaPath:"#/properties/from/pattern",keyword:"pattern",params:{pattern: "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\\.[0-9]{1,9})?)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$"},message:"must be an RFC 3339 date and time"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(!data0.isWellFormed()){
const err1 = {instancePath:instancePath+"/from",schemaPath:"#/properties/from/wellFormed",keyword:"wellFormed",params:{},message:"must be valid Unicode"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath:instancePath+"/from",schemaPath:"#/properties/from/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.to !== undefined && func0.call(data, "to")){
let data1 = data.to;
if(typeof data1 === "string"){
if(!pattern5.test(data1)){
const err3 = {instancePath:instancePath+"/to",schemaPath:"#/properties/to/pattern",keyword:"pattern",params:{pattern: "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\\.[0-9]{1,9})?)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$"},message:"must be an RFC 3339 date and time"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(!data1.isWellFormed()){
const err4 = {instancePath:instancePath+"/to",schemaPath:"#/properties/to/wellFormed",keyword:"wellFormed",params:{},message:"must be valid Unicode"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/to",schemaPath:"#/properties/to/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.by !== undefined && func0.call(data, "by")){
let data2 = data.by;
if(!(((data2 === "key") || (data2 === "listing")) || (data2 === "day"))){
const err6 = {instancePath:instancePath+"/by",schemaPath:"UsageBy/enum",keyword:"enum",params:{allowedValues: schema135.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
for(const key0 of Object.keys(data)){
if(!(((key0 === "from") || (key0 === "to")) || (key0 === "by"))){
const err7 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0, properties: schema136},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
else {
const err8 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
validate68.errors = vErrors;
return errors === 0;
}
validate68.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const UserCodeRequest: Validator = validate69;
const schema137 = {"$id":"UserCodeRequest","title":"UserCodeRequest","description":"The code that `mkt login` shows, as a person enters it.","type":"object","required":["userCode"],"properties":{"userCode":{"type":"string","minLength":1,"maxLength":32,"pattern":"^[^\\x00]*$","description":"As the person typed it: case, spaces and dashes do not matter.","wellFormed":true}},"additionalProperties":false};
const schema138 = {"userCode":true};

function validate69(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="UserCodeRequest" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate69.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.userCode === undefined) || (!(func0.call(data, "userCode")))){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "userCode"},message:"must have required property '"+"userCode"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.userCode !== undefined && func0.call(data, "userCode")){
let data0 = data.userCode;
if(typeof data0 === "string"){
if(func63(data0) > 32){
const err1 = {instancePath:instancePath+"/userCode",schemaPath:"#/properties/userCode/maxLength",keyword:"maxLength",params:{limit: 32},message:"must NOT have more than 32 characters"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(func63(data0) < 1){
const err2 = {instancePath:instancePath+"/userCode",schemaPath:"#/properties/userCode/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(!pattern4.test(data0)){
const err3 = {instancePath:instancePath+"/userCode",schemaPath:"#/properties/userCode/pattern",keyword:"pattern",params:{pattern: "^[^\\x00]*$"},message:"must not contain the NUL character"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(!data0.isWellFormed()){
const err4 = {instancePath:instancePath+"/userCode",schemaPath:"#/properties/userCode/wellFormed",keyword:"wellFormed",params:{},message:"must be valid Unicode"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/userCode",schemaPath:"#/properties/userCode/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
for(const key0 of Object.keys(data)){
if(!(key0 === "userCode")){
const err6 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0, properties: schema138},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
else {
const err7 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
validate69.errors = vErrors;
return errors === 0;
}
validate69.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};
