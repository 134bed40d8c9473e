/** The version in package.json; the build puts it here. */
declare const __VERSION__: string;

export const version: string = __VERSION__;
