import type { MantineColorsTuple } from '@mantine/core';

/** Ten shades of each hue. Components use the roles of `roles.css`, never a shade. */
/** What one can act on. */
export const petrol: MantineColorsTuple = [
  '#eff9fc',
  '#ddf1f8',
  '#bae4f3',
  '#8ed1e9',
  '#62bad7',
  '#349fbe',
  '#0284a3',
  '#066a84',
  '#025165',
  '#003847',
];
/** Good news. */
export const green: MantineColorsTuple = [
  '#f0faf2',
  '#e0f3e4',
  '#c0e7c9',
  '#99d7a9',
  '#73c189',
  '#4da66a',
  '#308c51',
  '#1c723e',
  '#10572d',
  '#093c1d',
];
/** A warning. */
export const amber: MantineColorsTuple = [
  '#fdf6ec',
  '#f9ead8',
  '#f5d6b1',
  '#ecbc81',
  '#dc9e54',
  '#c48026',
  '#a86600',
  '#885103',
  '#6a3c00',
  '#4b2800',
];
/** A failure, and destructive actions. */
export const red: MantineColorsTuple = [
  '#fef4f3',
  '#ffe6e4',
  '#fecfca',
  '#feada6',
  '#fe827a',
  '#e65e59',
  '#c84341',
  '#a62e2f',
  '#822021',
  '#5b1415',
];
/** Work in progress. */
export const blue: MantineColorsTuple = [
  '#f2f7ff',
  '#e3eefe',
  '#c7ddff',
  '#a3c8fe',
  '#79aefb',
  '#5891e5',
  '#3f76c8',
  '#2c5fa7',
  '#1f4883',
  '#13315b',
];
/** Neutral, in the light scheme. */
export const stone: MantineColorsTuple = [
  '#f9fafb',
  '#f2f4f4',
  '#e9ecec',
  '#e0e4e5',
  '#cacfd0',
  '#99a0a1',
  '#787f81',
  '#565e60',
  '#373f40',
  '#161c1d',
];
/** Neutral, in the dark scheme: 0 is text, 9 the page. */
export const slate: MantineColorsTuple = [
  '#eaeff1',
  '#cbd2d5',
  '#aab3b6',
  '#8b9498',
  '#677074',
  '#343f44',
  '#232d31',
  '#1a2327',
  '#131b1e',
  '#0b1316',
];
