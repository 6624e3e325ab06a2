import { text } from 'node:stream/consumers';
import type { Page } from 'playwright-core';

interface SavedFile {
  name: string;
  /** Of comma-separated values. */
  lines: string[];
}

/** The file that a button of the page saves. */
export async function savedBy(page: Page, button: string): Promise<SavedFile> {
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  const file = await saving;
  const content = await text(await file.createReadStream());
  return { name: file.suggestedFilename(), lines: content.trimEnd().split('\r\n') };
}
