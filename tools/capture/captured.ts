/** Records by table name, as a snapshot holds them. */
export type CapturedTables = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
