/** Says which tests `npm test` has left out, because they need more than Node and this repository. */
console.log(
  [
    'Left out: test:browser (needs Chromium), test:proxy (nginx and HAProxy), test:replicas (redis-server, nginx), test:package, test:consumers and test:tools (a package registry).',
    '`bash .ci/run` runs all of them.',
  ].join('\n'),
);
