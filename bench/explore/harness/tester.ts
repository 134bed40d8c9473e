/** Something that is wrong with an application, according to a tester. */
export interface Complaint {
  text: string;
  /** The number of steps that lead to it. */
  steps?: number;
  /** A test that fails as long as it is there. */
  test?: string;
  /** Whether it comes back on an application. Without it, a complaint about a fault counts if the twin got no equal one. */
  comesBack?(url: string): Promise<boolean>;
}

/** A tool that looks for what is wrong with the application at an address. */
export interface Tester {
  name: string;
  /** Whether the APIs that the server answers are in trouble. */
  isTroubled: boolean;
  /** Why it cannot run here, if so. */
  unavailable(): string | undefined;
  /** `isFaulty` says that there is one fault to be found, after which it may stop. */
  test(url: string, seconds: number, isFaulty: boolean): Promise<Complaint[]>;
}
