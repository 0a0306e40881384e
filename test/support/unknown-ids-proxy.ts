import { AnswersProxy, type ProviderAnswer } from './answers-proxy.js';

/** The fate of a read of an id that the provider does not know: a status, or no answer until it is told. */
type UnknownIdAnswer = number | 'hang';

/**
 * Stands before the sandbox, and answers for it where it does not know the id: how a real service does is not
 * documented.
 */
export class UnknownIdsProxy extends AnswersProxy {
  unknown: UnknownIdAnswer = 404;
  /** The paths of reads of unknown ids, in order. */
  readonly asked: string[] = [];
  #release: () => void = () => undefined;
  readonly #released = new Promise<void>((resolve) => {
    this.#release = resolve;
  });

  /** Answers 404 to every read that hangs. */
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
