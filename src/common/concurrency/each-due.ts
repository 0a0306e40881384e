/**
 * Does one thing for each of what is due, side by side or one after the other, and returns what each gave. One that fails
 * stops none of the others: it comes due again with its lease, and its error is thrown once all have ended.
 */
export async function eachDue<Due, Result>(
  due: readonly Due[],
  work: (one: Due) => Promise<Result>,
  { oneByOne = false }: { readonly oneByOne?: boolean } = {},
): Promise<Result[]> {
  const results: PromiseSettledResult<Result>[] = [];
  if (oneByOne) for (const one of due) results.push(...(await Promise.allSettled([work(one)])));
  else results.push(...(await Promise.allSettled(due.map(work))));
  return results.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
}
