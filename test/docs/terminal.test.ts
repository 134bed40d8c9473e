import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './blocks.js';
import { picture, session } from './terminal.js';

// To update the picture: `npm test -- test/docs/terminal -u`
it('the picture in README.md shows the output of the command line and curl', async () => {
  const drawn = picture(await session(), 'The server is started, asked for briefs, made to fail once, and reset.');
  await expect(drawn).toMatchFileSnapshot(join(root, 'docs/images/terminal.svg'));
});
