// @vitest-environment jsdom
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './blocks.js';

const folder = join(root, 'docs/images');

it.each(readdirSync(folder).filter((name) => name.endsWith('.svg')))(
  'the picture %s is valid SVG with a title, and names only files and folders that exist',
  (name) => {
    const picture = new DOMParser().parseFromString(readFileSync(join(folder, name), 'utf8'), 'image/svg+xml');
    expect(picture.querySelector('parsererror')).toBeNull();
    expect(picture.querySelector('svg > title')?.textContent).toMatch(/\w/);
    const parts = [...picture.querySelectorAll('text.name')].flatMap(
      ({ textContent }) => textContent?.split(', ') ?? [],
    );
    expect(parts.filter((part) => !existsSync(join(root, part)))).toEqual([]);
  },
);
