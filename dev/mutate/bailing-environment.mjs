import MainRealmEnvironment from '../../test/support/jest/main-realm-environment.mjs';

/** Skips the rest of a spec file after the first failure, because one failure is enough to kill a mutant. */
export default class BailingEnvironment extends MainRealmEnvironment {
  #hasFailed = false;

  handleTestEvent({ name, test }) {
    if (name === 'run_start') globalThis.onSpecLoaded?.();
    if (name === 'test_fn_failure' || name === 'hook_failure') this.#hasFailed = true;
    if (name === 'test_start' && this.#hasFailed) test.mode = 'skip';
  }
}
