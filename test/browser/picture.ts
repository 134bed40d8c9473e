import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

const folder = join(import.meta.dirname, '../../docs/images/console');

/** Takes a picture of the documentation. Writes it if the variable `PICTURES` is set. */
export async function keepPicture(name: string, page: Page): Promise<void> {
  const encoder = await page.context().newPage();
  const picture = await webpOf(encoder, await page.screenshot());
  await encoder.close();
  if (process.env.PICTURES !== undefined) await writeFile(join(folder, `${name}.webp`), picture);
}

/** A screenshot as WebP, which needs half the bytes of JPEG. `encoder` is any page: its browser encodes the picture. */
async function webpOf(encoder: Page, screenshot: Buffer): Promise<Buffer> {
  const url = await encoder.evaluate(
    async (source) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = image.width;
      canvas.height = image.height;
      canvas.getContext('2d')?.drawImage(image, 0, 0);
      return canvas.toDataURL('image/webp', 0.15);
    },
    `data:image/png;base64,${screenshot.toString('base64')}`,
  );
  return Buffer.from(url.split(',')[1] ?? '', 'base64');
}
