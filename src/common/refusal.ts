/** A service's refusal: a code for programs, from a closed union, and a sentence for people. */
export interface Refusal<Code extends string> {
  readonly code: Code;
  /** The problem and its remedy. Never repeats the input. */
  readonly message: string;
  /** The field at fault, below the input. Absent if the mutation derives it from the code; null if no field is. */
  readonly field?: string | readonly string[] | null;
}
