import { parseAddedLines } from './added-lines.js';
import { findPatterns } from './prose-patterns.js';

const DIFF = `diff --git a/src/gate.ts b/src/gate.ts
--- a/src/gate.ts
+++ b/src/gate.ts
@@ -1,2 +1,8 @@
-/** Of the gate. */
-// Whoever reads it.
+/** Of the books of these payouts, those that are open. */
+/** The open balances of these payouts. */
+/** With this text in one of the ids. */
+// It is compared with the line above.
+// Purser reads each payout back,
+// those that ended too. What is missing is due at once.
+const url = 'https://example.com'; // Revokes a key.
+throw new Error('Whoever signs in needs a key.');
@@ -40,0 +47,1 @@ describe('the gate', () => {
+/** Returns the gate. Who may open it? */
diff --git a/test/gate.spec.ts b/test/gate.spec.ts
--- a/test/gate.spec.ts
+++ b/test/gate.spec.ts
@@ -9,0 +10,6 @@
+  it('is opened by two people', async () => {
+  it('refuses one person', () => {
+  it('a declined payout cannot be sent', () => {
+  it.each(['a', 'b'])('of a payout are shown: %s', () => {
+  it('when the database is away', () => {
+  it("when the database is away, payouts wait", () => {
diff --git a/docs/gate.md b/docs/gate.md
--- a/docs/gate.md
+++ b/docs/gate.md
@@ -3,0 +4,2 @@
+Two people open it. Of one person
+a request is refused.
diff --git a/old.md b/old.md
--- a/old.md
+++ /dev/null
@@ -1 +0,0 @@
-Whoever is left.
`;

describe('parseAddedLines', () => {
  it('numbers added lines as in the new file', () => {
    const lines = parseAddedLines(DIFF);
    expect(lines.map(({ path, number }) => `${path}:${number}`)).toEqual([
      ...[1, 2, 3, 4, 5, 6, 7, 8, 47].map((number) => `src/gate.ts:${number}`),
      ...[10, 11, 12, 13, 14, 15].map((number) => `test/gate.spec.ts:${number}`),
      'docs/gate.md:4',
      'docs/gate.md:5',
    ]);
    expect(lines[1]?.text).toBe('/** The open balances of these payouts. */');
  });
});

describe('findPatterns', () => {
  const findings = findPatterns(parseAddedLines(DIFF));
  const of = (pattern: string): string[] =>
    findings.filter((finding) => finding.pattern === pattern).map(({ path, line, text }) => `${path}:${line} ${text}`);

  it('reports sentences that begin with neither their subject nor a verb', () => {
    expect(of('opening')).toEqual([
      'src/gate.ts:1 Of the books of these payouts, those that are open.',
      'src/gate.ts:3 With this text in one of the ids.',
      'src/gate.ts:6 What is missing is due at once.',
      'src/gate.ts:8 Whoever signs in needs a key.',
      'docs/gate.md:4 Of one person',
    ]);
  });

  it('finds pronouns whose noun is elsewhere', () => {
    expect(of('reference')).toEqual([
      'src/gate.ts:1 Of the books of these payouts, those that are open.',
      'src/gate.ts:4 It is compared with the line above.',
      'src/gate.ts:6 those that ended too.',
      'src/gate.ts:6 What is missing is due at once.',
      'src/gate.ts:8 Whoever signs in needs a key.',
    ]);
  });

  it('finds test names that are not sentences', () => {
    expect(of('test name')).toEqual([
      'test/gate.spec.ts:10 is opened by two people',
      'test/gate.spec.ts:13 of a payout are shown: %s',
      'test/gate.spec.ts:14 when the database is away',
    ]);
  });
});
