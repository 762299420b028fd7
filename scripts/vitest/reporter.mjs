import { writeFileSync } from 'node:fs';

/** Writes all results to the file named by YUNBIAO_TEST_RESULTS, for the last line of `npm test`. */
export default class ResultsReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const path = process.env.YUNBIAO_TEST_RESULTS;
    if (!path) return;
    const tests = [];
    const brokenFiles = [];
    for (const file of modules) {
      if (file.errors().length > 0) brokenFiles.push(file.relativeModuleId ?? file.moduleId);
      for (const suite of file.children.allSuites()) {
        if (suite.errors().length > 0) brokenFiles.push(suite.fullName);
      }
      for (const test of file.children.allTests()) {
        const { state, note } = test.result();
        tests.push({ name: test.fullName, state, note });
      }
    }
    const strayErrors = unhandledErrors.map(
      (unhandledError) => unhandledError.message ?? String(unhandledError),
    );
    writeFileSync(path, JSON.stringify({ tests, brokenFiles, strayErrors }));
  }
}
