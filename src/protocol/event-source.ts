export interface ServerEvent {
  readonly event: string;
  readonly data: object;
  /** A client that sends it as `Last-Event-ID` gets what happened after this event. */
  readonly id: string;
}

/** What a route answers as a stream of server-sent events, for one client. */
export interface EventSource {
  /** The id of the last event, or of the point at which the stream starts. */
  readonly id: string;
  /** The event that is sent in place of events that were lost. */
  readonly missed: ServerEvent;
  /** Starts to send events, and calls `end` after the last one. Returns a function that stops sending. */
  open(send: (event: ServerEvent) => void, end: () => void): () => void;
}
