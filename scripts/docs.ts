/**
 * Writes the generated parts of the docs: `docs.ts [NAME…]`. With --check it fails if a generated part is stale, a
 * snippet does not compile, a link is broken, or a page is not in plain English.
 */
import { writeAgentPages } from './agent-contract-doc';
import { APPS_DOC, appsDoc } from './apps-doc';
import { CAPABILITIES_DOC, capabilitiesDoc } from './capabilities-doc';
import { checkLinks } from './check-links';
import { checkProse } from './check-prose';
import { checkSnippets } from './check-snippets';
import { COMPLIANCE_DOC, complianceDoc } from './compliance-doc';
import { writeIndex } from './docs-index';
import { writeErrorPages } from './errors-doc';
import { writeOrCheck } from './generated-blocks';
import { GLOSSARY_DOC, glossaryDoc } from './glossary-doc';
import { writeHowTo } from './how-to';
import { GUARANTEES_DOC, kubeletBugsDoc } from './kubelet-bugs-doc';
import { writeLanguages } from './languages-doc';
import { writeLintPages } from './lint-doc';
import { MESHES_DOC, meshesDoc } from './meshes-doc';
import { writeNumbers } from './numbers/doc';
import { writePictures } from './pictures';
import { writePipelineReadme } from './pipeline/readme';
import { writeReadme } from './readme';
import { writeReadmeLinks } from './readme-links';
import { SCALE_DOC, scaleDoc } from './scale-doc';
import { writeSourceMap } from './source-map';
import { OBJECT_DOC, objectDoc, SCHEMA_FILE, schemaText } from './startup-order-object-doc';
import { writeTutorial } from './tutorial';
import { FAULTS_DOC, faultsDoc } from '../conformance/guarantees';
import { writeMeasured } from '../conformance/measured';
import { CONFORMANCE_DOC, parallelDoc } from '../conformance/parallel';
import { writePredicted } from '../conformance/predicted';
import './silence-notice';

type Step = () => void | Promise<void>;

/** Each page, or each group of pages, by the name of its script. */
const PAGES: Readonly<Record<string, Step>> = {
  'errors-doc': writeErrorPages,
  'startup-order-object-doc': () => {
    writeOrCheck(OBJECT_DOC, objectDoc);
    writeOrCheck(SCHEMA_FILE, schemaText);
  },
  'glossary-doc': () => {
    writeOrCheck(GLOSSARY_DOC, glossaryDoc);
  },
  'capabilities-doc': () => {
    writeOrCheck(CAPABILITIES_DOC, capabilitiesDoc);
  },
  'kubelet-bugs-doc': () => {
    writeOrCheck(GUARANTEES_DOC, kubeletBugsDoc);
  },
  'faults-doc': () => {
    writeOrCheck(FAULTS_DOC, faultsDoc);
  },
  'parallel-doc': () => {
    writeOrCheck(CONFORMANCE_DOC, parallelDoc);
  },
  'compliance-doc': () => {
    writeOrCheck(COMPLIANCE_DOC, complianceDoc);
  },
  'meshes-doc': () => {
    writeOrCheck(MESHES_DOC, meshesDoc);
  },
  'lint-doc': writeLintPages,
  'agent-contract-doc': writeAgentPages,
  'apps-doc': () => {
    writeOrCheck(APPS_DOC, appsDoc);
  },
  'pictures': writePictures,
  'numbers': writeNumbers,
  'measured': writeMeasured,
  'predicted': writePredicted,
  'scale-doc': () => {
    writeOrCheck(SCALE_DOC, scaleDoc);
  },
  'languages-doc': writeLanguages,
  'tutorial': writeTutorial,
  'how-to': writeHowTo,
  'pipeline-readme': writePipelineReadme,
  'readme': writeReadme,
  'source-map': writeSourceMap,
  // These two read the pages that the steps before them write.
  'docs-index': writeIndex,
  'readme-links': writeReadmeLinks,
};

const CHECKS: Readonly<Record<string, Step>> = {
  'check-snippets': checkSnippets,
  'check-links': checkLinks,
  'check-prose': checkProse,
};

async function main(args: readonly string[]): Promise<void> {
  const steps = args.includes('--check') ? { ...PAGES, ...CHECKS } : PAGES;
  const given = args.filter(arg => !arg.startsWith('--'));
  const unknown = given.find(name => steps[name] === undefined);
  if (unknown !== undefined) {
    throw new Error(`there is no page '${unknown}'; the pages are ${Object.keys(steps).join(', ')}`);
  }
  for (const name of given.length > 0 ? given : Object.keys(steps)) {
    await steps[name]();
  }
}

main(process.argv.slice(2)).catch(error => {
  console.error(error);
  process.exitCode = 1;
});
