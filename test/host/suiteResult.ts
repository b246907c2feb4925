/** Which tests a run of the host holds: `reload1` and `reload2` are two runs over one workspace and storage. */
export type SuiteName = 'default' | 'restricted' | 'reload1' | 'reload2';

/** Numbers of tests. */
export interface TestCounts {
  passed: number;
  failed: number;
}

/** What a run of the host reports. */
export interface SuiteResult extends TestCounts {
  /** One line for each test and, under a failed one, its error. */
  lines: string[];
}
