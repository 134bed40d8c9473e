// In place of the deliveries of the tests: only `mock.fetch`, which needs neither Node nor MSW.
export const deliveries = ['fetch'];
export const deliver = {
  fetch: (mock) => ({
    origin: new URL(mock.baseUrl ?? 'http://mock.example').origin,
    transport: mock.fetch,
    close: () => {},
  }),
};
