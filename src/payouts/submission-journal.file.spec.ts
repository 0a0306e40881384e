import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '../common/ids.js';
import { type AcknowledgedClaim, SubmissionJournalFile } from './submission-journal.file.js';

const claim = (): AcknowledgedClaim => ({ attemptId: newId(), claimedAt: new Date() });

describe('the journal of submissions', () => {
  let directory: string;
  let path: string;

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'purser-journal-'));
    path = join(directory, 'journal.json');
  });

  afterEach(() => {
    rmSync(directory, { recursive: true });
  });

  const open = (): Promise<AcknowledgedClaim | null> => new SubmissionJournalFile(path).open();

  it('knows of nothing where there was none, and is there from then on', async () => {
    expect(await open()).toBeNull();
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ lastClaim: null });
  });

  it('tells the next process the last claim', async () => {
    const journal = new SubmissionJournalFile(path);
    await journal.open();
    const last = claim();
    for (const written of [claim(), last]) await journal.write(written);
    expect(await open()).toEqual(last);
    // Opened once more: a start that sends nothing forgets nothing.
    expect(await open()).toEqual(last);
  });

  it('holds a claim, or a later one, as soon as its write resolves', async () => {
    const journal = new SubmissionJournalFile(path);
    await journal.open();
    const claims = Array.from({ length: 50 }, claim);
    const order = claims.map(({ attemptId }) => attemptId);
    const held = await Promise.all(
      claims.map(async (written) => {
        await journal.write(written);
        const { lastClaim } = JSON.parse(readFileSync(path, 'utf8')) as { lastClaim: { attemptId: string } };
        return order.indexOf(lastClaim.attemptId) >= order.indexOf(written.attemptId);
      }),
    );
    expect(held).not.toContain(false);
    expect(await open()).toEqual(claims.at(-1));
  });

  it('rejects what it cannot write, and goes on once it can', async () => {
    const journal = new SubmissionJournalFile(path);
    await journal.open();
    // Its temporary file cannot be made where a directory has the name.
    mkdirSync(`${path}.tmp`);
    await expect(Promise.all([journal.write(claim()), journal.write(claim())])).rejects.toThrow();
    rmSync(`${path}.tmp`, { recursive: true });
    const last = claim();
    await journal.write(last);
    expect(await open()).toEqual(last);
  });

  it.each([
    ['nothing', ''],
    ['half of it', '{"lastClaim":{"attemptId":"01a1fba9-619f-732e-8d75'],
    ['null', 'null'],
    ['something else', '{"lastClaim":null,"other":1}'],
    ['no id', '{"lastClaim":{"attemptId":"canary","claimedAt":"2026-01-02T03:04:05.678Z"}}'],
    ['no time', '{"lastClaim":{"attemptId":"01a1fba9-619f-732e-8d75-96c7755f9522","claimedAt":"canary"}}'],
  ])('is refused when it holds %s, naming the variable and neither path nor content', async (_, text) => {
    writeFileSync(path, text);
    const message = await open().catch(String);
    expect(message).toBe(
      'SubmissionJournalError: PAYOUT_JOURNAL_FILE names a file that is not a journal of submissions',
    );
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  it('is refused when it cannot be read', async () => {
    mkdirSync(path);
    await expect(open()).rejects.toThrow('PAYOUT_JOURNAL_FILE names a file that cannot be read');
  });

  it('is refused when it cannot be written', async () => {
    path = join(directory, 'missing', 'journal.json');
    await expect(open()).rejects.toThrow('PAYOUT_JOURNAL_FILE names a file that cannot be written');
  });
});
