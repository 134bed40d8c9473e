// ES modules that msw 2 loads. Jest turns them into CommonJS, as it cannot require them as they are.
const modules = '(rettime|until-async|@open-draft/deferred-promise)/';

module.exports = {
  testTimeout: 600_000,
  // jsdom with the fetch of Node, which MSW answers.
  testEnvironment: 'jest-fixed-jsdom',
  transform: {
    [`/node_modules/${modules}`]: ['babel-jest', { plugins: ['@babel/plugin-transform-modules-commonjs'] }],
  },
  transformIgnorePatterns: [`/node_modules/(?!${modules})`],
};
