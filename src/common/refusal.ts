/** Why a service refused a request: a machine-readable code from a closed union, and a sentence for people. */
export interface Refusal<Code extends string> {
  readonly code: Code;
  /** The problem and its remedy. Never contains the caller's input. */
  readonly message: string;
  /**
   * Path of the field at fault, relative to the input. Absent if the mutation derives it from the code; null if no
   * field is at fault.
   */
  readonly field?: string | readonly string[] | null;
}
