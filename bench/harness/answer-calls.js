/**
 * Answers the calls of the parent process, one after another, by the name of a function. Exits with the parent.
 * @param {Record<string, () => unknown>} offers
 */
export function answerCalls(offers) {
  let previous = Promise.resolve();
  process.on('message', (/** @type {{ id: number, name: string }} */ { id, name }) => {
    previous = previous.then(async () => {
      try {
        const offer = offers[name];
        if (offer === undefined)
          throw new Error(`there is no function ${name}; the functions are ${Object.keys(offers).join(', ')}`);
        process.send?.({ id, result: await offer() });
      } catch (error) {
        process.send?.({ id, error: error instanceof Error ? error.stack : String(error) });
      }
    });
  });
  process.on('disconnect', () => process.exit());
}
