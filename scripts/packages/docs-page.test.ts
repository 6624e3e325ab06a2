import { describe, expect, it } from 'vitest';
import { extractInlineImages } from './docs-page.mjs';

describe('the images of a style sheet', () => {
  it('are decoded, whatever their form', () => {
    const { css, images } = extractInlineImages(
      `a{background:url("data:image/svg+xml;charset=utf-8,<svg a=\\"%231(2)\\"/>") no-repeat}
       b{background:url(data:image/png;base64,AAEC)} c{background:url(d.png)}`,
    );
    expect(css).toContain('a{background:url(image-1.svg) no-repeat}');
    expect(css).toContain('b{background:url(image-2.png)} c{background:url(d.png)}');
    expect(images.get('image-1.svg')?.toString()).toBe('<svg a="#1(2)"/>');
    expect(images.get('image-2.png')).toEqual(Buffer.from([0, 1, 2]));
  });
});
