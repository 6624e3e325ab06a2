/** `url("data:…")` or `url(data:…)`; a quoted URL has its quotes escaped. */
const INLINE = /url\((?:"(data:(?:[^"\\]|\\.)*)"|(data:[^)"]*))\)/g;

const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/svg+xml': '.svg',
  'image/png': '.png',
  'image/jpeg': '.jpg',
};

function decode(url: string): { extension: string; body: Buffer } {
  const comma = url.indexOf(',');
  const [type = '', ...parameters] = url.slice('data:'.length, comma).split(';');
  const extension = EXTENSIONS[type];
  if (extension === undefined) throw new Error(`A style sheet has an image of type ${type}.`);
  const data = url.slice(comma + 1);
  const body = parameters.includes('base64')
    ? Buffer.from(data, 'base64')
    : Buffer.from(decodeURIComponent(data));
  return { extension, body };
}

/** The style sheet with its images as files beside it, for a page whose policy allows no `data:` URL. */
export function extractInlineImages(css: string): { css: string; images: Map<string, Buffer> } {
  const images = new Map<string, Buffer>();
  const replaced = css.replaceAll(INLINE, (_, quoted?: string, plain = '') => {
    const { extension, body } = decode(quoted?.replaceAll(/\\(.)/g, '$1') ?? plain);
    const name = `image-${images.size + 1}${extension}`;
    images.set(name, body);
    return `url(${name})`;
  });
  return { css: replaced, images };
}
