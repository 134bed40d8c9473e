/** Adds the console to a page that a framework writes, and the session of its tab; empty in a build for production. */
declare module 'virtual:briefs-mock' {}
