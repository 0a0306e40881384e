type Closing = () => Promise<unknown>;

/** Stops the parts of a stage in the reverse order of their start. */
export class Closings {
  readonly #closings: Closing[] = [];

  add(closing: Closing): void {
    this.#closings.push(closing);
  }

  /**
   * Stops every part, even if an earlier one cannot be stopped. A second call stops the parts that started after the
   * first call.
   * @throws the first error
   */
  async close(): Promise<void> {
    const errors: unknown[] = [];
    for (const closing of this.#closings.splice(0).reverse()) {
      await closing().catch((error: unknown) => errors.push(error));
    }
    if (errors.length > 0) throw errors[0];
  }
}
