import { createMock, type FaultRule, type Issue, MockError } from 'briefs-mock';
import { expect } from 'vitest';
import { readingRoom } from './reading-room.js';

/** The issues of the error that a rule throws; none if it is accepted. */
export function issuesOf(rule: object): readonly Issue[] {
  const mock = createMock({ scenario: readingRoom });
  try {
    mock.faults.add(rule as FaultRule);
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(MockError);
    expect(mock.faults.all()).toEqual([]);
    return (error as MockError).issues;
  }
}
