/** The planted fault with which the application is built; empty in its twin. */
declare const FAULT: string;

declare module '*.vue';
declare module '*.svelte';
