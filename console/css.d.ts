declare module '*.css?inline' {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: that is how Vite exports it.
  export default text;
}
