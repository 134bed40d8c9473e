// The build defines it. The sources of the control API are loaded here without a build.
Object.assign(globalThis, { __VERSION__: '0.0.0' });
