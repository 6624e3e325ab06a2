import {
  type Autocomplete,
  Button,
  createTheme,
  type CSSVariablesResolver,
  defaultVariantColorsResolver,
  type Input,
  localStorageColorSchemeManager,
  type MantineColorsTuple,
  type SegmentedControl,
  type Select,
} from '@mantine/core';
import type { KeyboardEvent } from 'react';
import classes from './controls.module.css';

/** Ten shades of each hue. Components use the roles of `roles.css`, never a shade. */
/** What one can act on. */
const petrol: MantineColorsTuple = [
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
const green: MantineColorsTuple = [
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
const amber: MantineColorsTuple = [
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
const red: MantineColorsTuple = [
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
const blue: MantineColorsTuple = [
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
const stone: MantineColorsTuple = [
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
const slate: MantineColorsTuple = [
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

const heightOf = (size: unknown) => (size === 'xs' ? 'var(--control-sm)' : 'var(--control)');

/**
 * A list opens by a click, an arrow key or one of these keys, and not when someone passes it with Tab: it would
 * cover what comes next. Mantine's own opens by a key only where nothing can be typed; elsewhere Enter would
 * send the form.
 */
const listOpenedBy = (...keys: string[]) => ({
  defaultProps: {
    openOnFocus: false,
    onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
      const { currentTarget: field, key } = event;
      if (keys.includes(key) && field.matches('[aria-expanded=false]:read-write')) {
        event.preventDefault();
        field.click();
      }
    },
  },
});

export const theme = createTheme({
  colors: { petrol, green, amber, red, blue, gray: stone, dark: slate },
  primaryColor: 'petrol',
  primaryShade: { light: 7, dark: 5 },
  autoContrast: true,
  luminanceThreshold: 0.25,
  // autoContrast looks at the light scheme's shade only; on the dark one white has a contrast of 3:1.
  variantColorResolver(input) {
    const colors = defaultVariantColorsResolver(input);
    return input.variant === 'filled' ? { ...colors, color: 'var(--on-accent)' } : colors;
  },
  defaultRadius: 'sm',
  respectReducedMotion: true,
  cursorType: 'pointer',
  fontFamily: 'var(--font-sans)',
  fontFamilyMonospace: 'var(--font-mono)',
  fontSizes: {
    xs: 'var(--fs-xs)',
    sm: 'var(--fs-sm)',
    md: 'var(--fs-md)',
    lg: 'var(--fs-lg)',
    xl: 'var(--fs-xl)',
  },
  spacing: {
    xs: 'var(--sp-2)',
    sm: 'var(--sp-3)',
    md: 'var(--sp-4)',
    lg: 'var(--sp-5)',
    xl: 'var(--sp-6)',
  },
  radius: { xs: 'var(--r-xs)', sm: 'var(--r-sm)', md: 'var(--r-md)' },
  shadows: { xs: 'var(--shadow-1)', md: 'var(--shadow-2)', xl: 'var(--shadow-3)' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: 'var(--fs-2xl)', lineHeight: '1.25' },
      h2: { fontSize: 'var(--fs-lg)', lineHeight: '1.5' },
      h3: { fontSize: 'var(--fs-md)', lineHeight: '1.43' },
    },
  },
  // Not `extend`, which does no more than this, but would load these with every page.
  components: {
    Autocomplete: listOpenedBy('Enter') satisfies Parameters<typeof Autocomplete.extend>[0],
    Select: listOpenedBy('Enter', ' ') satisfies Parameters<typeof Select.extend>[0],
    Button: Button.extend({
      classNames: { root: classes.button, label: classes.buttonLabel },
      // Mantine centres its loader by a transition, which those who want less motion do not get.
      styles: { loader: { transform: 'translate(-50%, -50%)' } },
      vars: (_theme, { size }) => ({ root: { '--button-height': heightOf(size) } }),
    }),
    Input: {
      classNames: { input: classes.input },
      vars: (_theme, { size }) => ({ wrapper: { '--input-height': heightOf(size) } }),
    } satisfies Parameters<typeof Input.extend>[0],
    SegmentedControl: {
      classNames: { label: classes.segment },
      defaultProps: { transitionDuration: 0, withItemsBorders: false },
    } satisfies Parameters<typeof SegmentedControl.extend>[0],
    InputWrapper: {
      classNames: {
        label: classes.label,
        description: classes.description,
        error: classes.error,
      },
    } satisfies Parameters<typeof Input.Wrapper.extend>[0],
  },
});

/** Mantine's own variables, by the roles of `roles.css`. */
const ROLES = {
  '--mantine-color-body': 'var(--bg)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-bright': 'var(--text)',
  '--mantine-color-dimmed': 'var(--text-3)',
  '--mantine-color-placeholder': 'var(--text-3)',
  '--mantine-color-anchor': 'var(--link)',
  '--mantine-color-error': 'var(--bad-fg)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-default-border': 'var(--border-strong)',
  '--mantine-primary-color-filled': 'var(--accent)',
  '--mantine-primary-color-filled-hover': 'var(--accent-hover)',
  '--mantine-color-petrol-filled': 'var(--accent)',
  '--mantine-color-petrol-filled-hover': 'var(--accent-hover)',
  '--mantine-color-petrol-text': 'var(--link)',
  '--mantine-color-red-text': 'var(--bad-fg)',
};

export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: ROLES,
  dark: ROLES,
});

/** Until someone chooses; `auto` follows the system. index.html has the same default. */
export const DEFAULT_COLOR_SCHEME = 'auto';

/** index.html reads the same key before the first paint. */
export const colorSchemeManager = localStorageColorSchemeManager({ key: 'mkt-color-scheme' });
