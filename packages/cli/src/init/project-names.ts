/** The folder for a title: `Text insights` → `text-insights`. */
export const folderNameOf = (title: string): string => latinNameOf(title) || 'my-service';

/**
 * The slug that a marketplace will probably give to a listing with this title. It transliterates other
 * scripts, and takes another slug if this one is in use; `mkt publish` shows the real one.
 */
export const slugFor = (title: string): string =>
  latinNameOf(title).slice(0, MAX_SLUG).replace(/-$/, '') || 'service';

const MAX_SLUG = 55;

function latinNameOf(title: string): string {
  const plain = title
    .normalize('NFKD')
    .replaceAll(/[\p{M}'’]/gu, '')
    .toLowerCase();
  return dashed(plain);
}

/** The package name for a folder: npm allows only lower case and few punctuation marks. */
export function packageNameOf(folder: string): string {
  return dashed(folder.toLowerCase()).slice(0, 100) || 'my-service';
}

/** The title for a folder: `text-insights` → `Text insights`. */
export function titleOf(folder: string): string {
  const words = folder.replaceAll(/[-_.\s]+/g, ' ').trim();
  return words === '' ? 'My service' : words.charAt(0).toUpperCase() + words.slice(1);
}

const dashed = (text: string) => text.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '');
