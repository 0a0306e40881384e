import { AnswersProxy, type ProviderAnswer } from './answers-proxy.js';

/** The answer to a read of an id that the provider does not know: a status, or none until `release` is called. */
type UnknownIdAnswer = number | 'hang';

/**
 * A proxy in front of the sandbox that answers reads of unknown ids. How the real provider answers them is not
 * documented.
 */
export class UnknownIdsProxy extends AnswersProxy {
  unknown: UnknownIdAnswer = 404;
  /** The paths of all reads of unknown ids, in order. */
  readonly asked: string[] = [];
  #release: () => void = () => undefined;
  readonly #released = new Promise<void>((resolve) => {
    this.#release = resolve;
  });

  /** Answers 404 to every hanging read. */
  release(): void {
    this.#release();
  }

  protected override async answer(call: string, ask: () => Promise<ProviderAnswer>): Promise<ProviderAnswer> {
    const answer = await ask();
    const [method, path = ''] = call.split(' ');
    if (method !== 'GET' || answer.status !== 404) return answer;
    this.asked.push(path);
    if (this.unknown === 'hang') await this.#released;
    const status = this.unknown === 'hang' ? 404 : this.unknown;
    return { status, headers: { 'content-type': 'application/json' }, body: '{"message":"no"}' };
  }
}
