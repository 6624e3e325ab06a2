import classes from './Icon.module.css';

/** Shapes in a square of 16, drawn with a line. */
const SHAPES = {
  account: 'M8 3a2.5 2.5 0 1 1 0 5a2.5 2.5 0 1 1 0-5M3 13.5c.6-2.6 2.5-4 5-4s4.4 1.4 5 4',
  again: 'M13 8a5 5 0 1 1-1.6-3.7M13 2.5v2.8h-2.8',
  archive: 'M2.5 3.5h11v3h-11zM3.5 6.5v6h9v-6M6.5 9h3',
  catalogue:
    'M2.5 3.5h11M2.5 8h5M2.5 12.5h5M11 7.5a2.5 2.5 0 1 1 0 5a2.5 2.5 0 1 1 0-5m2 4.5 1.5 1.5',
  check: 'M8 2.5a5.5 5.5 0 1 1 0 11a5.5 5.5 0 1 1 0-11m-2.2 5.7 1.6 1.6 3-3.4',
  clock: 'M8 2.5a5.5 5.5 0 1 1 0 11a5.5 5.5 0 1 1 0-11M8 5v3.2l2 1.2',
  copy: 'M5.5 5.5h7v7h-7zM10.5 3.5h-7v7',
  cross: 'M8 2.5a5.5 5.5 0 1 1 0 11a5.5 5.5 0 1 1 0-11m-1.8 3.7 3.6 3.6M9.8 6.2 6.2 9.8',
  download: 'M8 2.5v7M5 7l3 3 3-3M3 13h10',
  edit: 'm3 10.2 7.3-7.4 2.9 2.9-7.3 7.3H3z',
  flag: 'M4 13.5v-11M4 3h8l-2 2.75L12 8.5H4',
  info: 'M8 2.5a5.5 5.5 0 1 1 0 11a5.5 5.5 0 1 1 0-11M8 7.5v3M8 5.3v.1',
  key: 'M5 8.5a2.5 2.5 0 1 1 0 5a2.5 2.5 0 1 1 0-5M7 9l6-6M11 5l2 2',
  listings: 'M2.5 2.5h5l6 6-5 5-6-6zM5.4 4.8a.6.6 0 1 1 0 1.2a.6.6 0 1 1 0-1.2',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  monitor: 'M2.5 3.5h11v7h-11zM6 13.5h4',
  moon: 'M13 9.5A5.5 5.5 0 0 1 6.5 3a5.5 5.5 0 1 0 6.5 6.5z',
  more: 'M3.5 8h.1M8 8h.1M12.5 8h.1',
  orders: 'M3.5 2.5h9v11l-2-1.3-2.5 1.3-2.5-1.3-2 1.3zM6 6h4M6 9h4',
  overview: 'M2.5 8.5h4v5h-4zM9.5 2.5h4v4h-4zM2.5 2.5h4v3h-4zM9.5 9.5h4v4h-4z',
  pause: 'M5.5 4v8M10.5 4v8',
  plus: 'M8 3.5v9M3.5 8h9',
  pulse: 'M1.5 8.5h3l2-5 3 9 2-4h3',
  right: 'm6 4 4 4-4 4',
  run: 'M5 3.5v9l7-4.5z',
  sales: 'M2.5 13.5h11M4 11V8.5M8 11V4.5M12 11V6.5',
  search: 'M7 2.5a4.5 4.5 0 1 1 0 9a4.5 4.5 0 1 1 0-9M10.3 10.3l3.2 3.2',
  signOut: 'M6.5 2.5h-4v11h4M6 8h7.5M11 5.5 13.5 8 11 10.5',
  spin: 'M8 2.5a5.5 5.5 0 1 1-5.5 5.5',
  sun: 'M8 5.5a2.5 2.5 0 1 1 0 5a2.5 2.5 0 1 1 0-5M8 2v1M8 13v1M2 8h1M13 8h1M3.8 3.8l.7.7M11.5 11.5l.7.7M3.8 12.2l.7-.7M11.5 4.5l.7-.7',
  terminal: 'm3.5 5 3 3-3 3M8.5 11.5h4',
  tick: 'm3.5 8.5 3 3 6-7',
  usage: 'M8 2.5a5.5 5.5 0 1 0 5.5 5.5H8zM10.5 2.5a3.9 3.9 0 0 1 3 3h-3z',
  warn: 'M8 2.5 14 13H2zM8 6.5v3M8 11.2v.1',
  webhook: 'M2.5 3.5h7v4h-7zM6 7.5v2.5a2.5 2.5 0 0 0 2.5 2.5h5M11 10l2.5 2.5L11 15',
  x: 'm4 4 8 8M12 4l-8 8',
};

export type IconName = keyof typeof SHAPES;

/** An icon beside a word that says the same; screen readers skip it. */
export function Icon({ name, className }: { name: IconName; className?: string }) {
  return (
    <svg
      viewBox="0 0 16 16"
      aria-hidden="true"
      className={[classes.icon, name === 'spin' ? classes.spin : '', className].join(' ')}
    >
      <path d={SHAPES[name]} />
    </svg>
  );
}
