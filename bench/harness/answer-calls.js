/**
 * In a program that another started: does what that one asks for by name, one after the other, and ends with it.
 * @param {Record<string, () => unknown>} offers
 */
export function answerCalls(offers) {
  let previous = Promise.resolve();
  process.on('message', (/** @type {{ id: number, name: string }} */ { id, name }) => {
    previous = previous.then(async () => {
      try {
        const offer = offers[name];
        if (offer === undefined) throw new Error(`there is no ${name}; there are ${Object.keys(offers).join(', ')}`);
        process.send?.({ id, result: await offer() });
      } catch (error) {
        process.send?.({ id, error: error instanceof Error ? error.stack : String(error) });
      }
    });
  });
  process.on('disconnect', () => process.exit());
}
