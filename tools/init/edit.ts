/** A file as it will be. */
export interface Edit {
  readonly file: string;
  /** Undefined if the file is new. */
  readonly before: string | undefined;
  readonly after: string;
}
