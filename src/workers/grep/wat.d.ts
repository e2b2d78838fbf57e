declare module '*.wat' {
  const bytes: Uint8Array;
  export default bytes;
}
