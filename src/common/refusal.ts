/** A service's refusal, as a word for programs and a sentence for people. The codes are a closed union. */
export interface Refusal<Code extends string> {
  readonly code: Code;
  /** The problem and its remedy. It never repeats what was entered. */
  readonly message: string;
  /** The field to blame, from the input on. Left out where the mutation says it by the code; null when no field is. */
  readonly field?: string | readonly string[] | null;
}
