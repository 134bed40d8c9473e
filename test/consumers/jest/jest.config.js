// ES modules that msw 2 loads. Before Node 24.9 Jest cannot require such, so that they are turned into CommonJS.
const modules = '(rettime|until-async|@open-draft/deferred-promise)/';

module.exports = {
  testTimeout: 60_000,
  // jsdom with the fetch of Node, which MSW answers.
  testEnvironment: 'jest-fixed-jsdom',
  transform: {
    [`/node_modules/${modules}`]: ['babel-jest', { plugins: ['@babel/plugin-transform-modules-commonjs'] }],
  },
  transformIgnorePatterns: [`/node_modules/(?!${modules})`],
};
