import { ApiObject, JsonPatch } from 'cdk8s';
import { pathOf, changeManifest, unchangedManifest, indexApp } from './api-object';
import { ChartConfigMaps, chartConfigMaps } from './chart-config-maps';
import { Declaration, Declarations } from './declarations';
import { findKind, findName, Workload } from './find-workload';
import { applyJsonPatches } from './json-patches';
import { problem } from './problems';
import { readSettings } from './read-settings';
import { announce, enterSynth, indexInSynth, Member, membersOf, Registry, registryOf, WorkloadPlan } from './registry';
import { ApiAccess } from './wait-rbac';
import { NeededConfigMap } from '../../agent/binaries';
import { REVISION_ANNOTATION } from '../../api/private/annotations';
import { isObject, JsonObject } from '../../api/private/json-object';
import { PodSpecJson, PodTemplateJson } from '../../api/private/pod-spec';
import { errorAt, locate, LocatedProblem, Problem, startOrderError } from '../../api/private/problem';
import { StartupOrderOptions } from '../../api/startup-order-options';
import { listAgentConfigMaps } from '../../emit/volumes';
import { orderPod } from '../../engine/order-pod';
import { AppObjects, ExternalWait, listExternalWaits, Pods } from '../../pod/app-objects';
import { findCrossWorkloadProblems } from '../../pod/cross-workload-checks';
import { JsonPath, replaceAt, valueAt } from '../../pod/json-path';
import { findItemPath } from '../../pod/list-items';
import { addPolicies, findLostPorts } from '../../pod/lost-ports';
import { PodPlan } from '../../pod/pod-plan';
import { readWorkload } from '../../pod/read-workload';
import { recordVersion } from '../../pod/record-version';
import { listWeakEdges, WeakEdge } from '../../pod/remedy';
import { OrderSettings } from '../../pod/settings';
import { sortKeys } from '../../pod/sort-keys';
import { readPolicyWorkload, UnplacedWorkload } from '../../policy/read-workload';
import { addRevision } from '../../policy/revision';

/**
 * Attaches a start order to one workload. Wraps `toJson` of the API object: its result has resolved Lazy values,
 * applied JSON patches and all fields (the generated classes of cdk8s-plus-27 drop `restartPolicy` of init containers).
 * Rendering has no side effects on the workload: two synths write the same bytes.
 */
export class Attachment implements Member {
  public readonly path: string;
  private readonly hasTemplate: boolean;
  /** The path of the pod template, or of a pod spec without a template. */
  private readonly podPath: JsonPath;
  /** The path of the item of a List, otherwise of the object. */
  private readonly itemPath: JsonPath;
  public weakEdges: readonly WeakEdge[] = [];
  public newerVersion: string | undefined;
  private readonly declarations = new Declarations();
  private readonly registry: Registry;
  private readonly access: ApiAccess;
  private readonly configMaps: ChartConfigMaps;
  private options: StartupOrderOptions | undefined;
  private readonly patches: JsonPatch[] = [];
  private sidecarsFirst = false;

  constructor(private readonly workload: Workload) {
    this.path = pathOf(workload.apiObject);
    const { specPath } = workload;
    // An InferenceService of KServe, for example, has containers directly in `spec.predictor`.
    this.hasTemplate = specPath[specPath.length - 1] === 'spec';
    this.podPath = this.hasTemplate ? specPath.slice(0, -1) : specPath;
    this.itemPath = findItemPath(specPath);
    this.registry = registryOf(workload.apiObject);
    this.access = new ApiAccess(
      workload.apiObject,
      () => this.pods.namespace,
      () => valueAt(this.patch(this.manifest()), specPath) as PodSpecJson | undefined,
    );
    try {
      changeManifest(workload.apiObject, manifest => this.render(manifest));
      this.configMaps = chartConfigMaps(workload.apiObject.chart);
    } catch {
      throw this.error(
        problem('SO605', {
          why: 'its `toJson` cannot be replaced, as with a subclass in Python or Java that overrides it',
        }),
      );
    }
    this.registry.attached.push(this);
    this.registry.unrendered.add(this);
  }

  /** Sets the options. Throws an error if the workload already has different options. */
  public configure(options: StartupOrderOptions): void {
    if (Object.values(options).every(v => v === undefined)) {
      return;
    }
    if (this.options) {
      const [first, second] = [this.options, options].map(o => JSON.stringify(o, sortOptions));
      if (first !== second) {
        throw this.error(problem('SO603', { first, second }));
      }
      return;
    }
    this.refuseAfterSynth('an option');
    this.options = options;
    if (options.disabledReason !== undefined) {
      this.access.revoke();
    } else if (options.createServiceAccount) {
      this.access.allowAccount();
    }
  }

  public declare(declaration: Declaration): void {
    this.refuseAfterSynth(`the order of container '${declaration.name}'`);
    const contradiction = this.declarations.add(declaration);
    if (contradiction) {
      throw this.error(contradiction);
    }
    if (!this.isDisabled) {
      this.access.allow(declaration.dependsOn);
    }
  }

  public declareSidecarsFirst(names: readonly string[]): void {
    this.refuseAfterSynth('`sidecars`');
    names.forEach(name => this.declare({ name, role: 'SIDECAR', dependsOn: [] }));
    this.sidecarsFirst = true;
  }

  public addJsonPatches(patches: readonly JsonPatch[]): void {
    this.refuseAfterSynth('a JSON patch');
    this.patches.push(...patches);
  }

  public computePlan(given?: AppObjects<Member>): WorkloadPlan {
    let asOfNow = given;
    const index = () => (asOfNow ??= indexApp(this.apiObject.node.root, membersOf(this.registry)));
    const manifest = this.manifest();
    const { settings, problems, ordered } = this.compute(manifest, index);
    return {
      path: this.path,
      settings,
      plan: ordered && addPolicies(ordered.plan, this.podsIn(manifest), index),
      problems: locate(this.path, problems),
      listWorkloads: check =>
        index()
          .findAwaited(check, this)
          .flatMap(part => part.workloads)
          .map(m => m.path),
    };
  }

  public problems(): readonly LocatedProblem[] {
    return locate(this.path, this.computeInSynth().problems);
  }

  /** Returns the ordered pod for a policy; `undefined`: the order is disabled or invalid, and synth reports it. */
  public policyWorkload(): UnplacedWorkload | undefined {
    const { ordered } = this.computeInSynth();
    if (!ordered) {
      return undefined;
    }
    const { template, plan, manifest } = ordered;
    return readPolicyWorkload(this.kind, (valueAt(manifest, this.itemPath) ?? {}) as JsonObject, {
      template,
      plan,
      revisionAnnotation: REVISION_ANNOTATION,
      namespace: this.namespaceIn(manifest) ?? this.apiObject.chart.namespace,
    });
  }

  public neededConfigMaps(): readonly NeededConfigMap[] {
    return this.computeInSynth().ordered?.configMaps ?? [];
  }

  public get pods(): Pods {
    return this.podsIn(this.manifest());
  }

  private podsIn(unpatched: any): Pods {
    const manifest = this.patch(unpatched);
    const labels = this.templateIn(manifest)?.metadata?.labels ?? {};
    // A List has the namespace of its chart, and its items may have none.
    const namespace = this.namespaceIn(manifest) ?? manifest.metadata?.namespace;
    return { namespace, labels };
  }

  /** Applies the patches that need no field of the order. */
  private patch(manifest: any): any {
    return this.patches.reduce((before, patch) => applyJsonPatches(before, [patch]).patched ?? before, manifest);
  }

  /** Without a template, nothing tells where the object has the labels and annotations of its pods. */
  private templateIn(manifest: any): PodTemplateJson | undefined {
    const pod = valueAt(manifest, this.podPath);
    return this.hasTemplate ? (pod as PodTemplateJson | undefined) : { spec: pod as PodSpecJson };
  }

  public get apiObject(): ApiObject {
    return this.workload.apiObject;
  }

  public get kind(): string {
    return findKind(this.workload);
  }

  public get name(): string {
    return findName(this.workload);
  }

  /** A workload whose order is disabled waits for nothing. */
  public get externals(): readonly ExternalWait[] {
    return this.isDisabled ? [] : listExternalWaits(this.declarations.containers);
  }

  public get isDisabled(): boolean {
    return this.options?.disabledReason !== undefined;
  }

  private error(found: Problem): Error {
    return errorAt(this.path, found);
  }

  /** A declaration would change the plan, and not the manifest that has been written. */
  private refuseAfterSynth(what: string): void {
    if (!this.registry.unrendered.has(this)) {
      throw this.error(problem('SO619', { what }));
    }
  }

  private manifest(): any {
    return unchangedManifest(this.apiObject);
  }

  private render(manifest: any): any {
    enterSynth(this.registry, this);
    const { settings, problems, ordered } = this.computeInSynth(manifest);
    if (problems.length > 0) {
      // Synth stops at the first error, so the error contains the problems of the other workloads too.
      const others = membersOf(this.registry)
        .filter(m => m !== this)
        .flatMap(m => m.problems());
      throw startOrderError([...locate(this.path, problems), ...others]);
    }
    // Not the plan: it would stay in memory for each of 10,000 workloads.
    this.weakEdges = ordered ? listWeakEdges(ordered.plan) : [];
    this.newerVersion = ordered && settings.target.newerThanKnown;
    this.registry.unrendered.delete(this);
    announce(this.registry);
    if (!ordered) {
      return manifest;
    }
    this.configMaps.need(this.apiObject, ordered.configMaps);
    return ordered.manifest;
  }

  private computeInSynth(manifest = this.manifest()): ComputedOrder {
    return this.compute(manifest, () => indexInSynth(this.registry, this.apiObject.node.root));
  }

  private compute(manifest: any, index: () => AppObjects<Member>): ComputedOrder {
    const { chart, kind } = this.apiObject;
    const { settings, problems: misread } = readSettings(this.apiObject, this.options);
    const spec = valueAt(manifest, this.workload.specPath) as PodSpecJson | undefined;
    const misplaced = spec?.containers ? [] : [problem('SO607', { path: this.workload.podSpecPath, kind })];
    const wrong = [...misread, ...misplaced];
    if (wrong.length > 0 || settings.disabledReason !== undefined) {
      return { settings, problems: wrong };
    }
    const { containers } = this.declarations;
    const { externals } = this;
    const between = [
      ...(externals.length === 0 ? [] : findCrossWorkloadProblems(this, index())),
      ...this.access.problems(externals),
    ];
    const around = valueAt(manifest, this.podPath.slice(0, -1)) as Record<string, unknown> | undefined;
    const facts = {
      ...readWorkload(this.workload.type, around),
      lacksTemplate: !this.hasTemplate,
      namespaceTexts: index().findNamespaceTexts(this.podsIn(manifest).namespace),
    };
    const declaration = { containers, sidecarsFirst: this.sidecarsFirst, serviceAccount: this.access.accountName };
    const result = orderPod(this.templateIn(manifest)!, declaration, settings, facts);
    const hasOrder = (result.plan?.edges ?? []).length > 0;
    const isProtected = hasOrder && this.registry.protectedCharts.has(chart);
    between.push(...this.findUnannotatable(settings, isProtected));
    if (!result.template || between.length > 0) {
      return { settings, problems: [...result.problems, ...between] };
    }
    const lost = findLostPorts(result.plan, () => this.podsIn(manifest), index);
    if (lost.length > 0) {
      return { settings, problems: lost };
    }
    const written = isProtected ? addRevision(result) : result;
    const pod = this.hasTemplate ? written.template : written.template.spec;
    const withPod = replaceAt(manifest, this.podPath, pod);
    const recorded = hasOrder ? recordVersion(withPod, this.itemPath, settings) : withPod;
    const { patched, problem: failed } = applyJsonPatches(recorded, this.patches);
    if (failed) {
      return { settings, problems: [failed] };
    }
    const namespace = this.namespaceIn(patched);
    const configMaps = listAgentConfigMaps(result.plan.agent, settings.agent).map(c => ({ namespace, ...c }));
    return { settings, problems: [], ordered: { ...written, manifest: patched, configMaps } };
  }

  /** Finds what needs an annotation of the pods in a pod spec without a template. */
  private findUnannotatable({ mesh }: OrderSettings, isProtected: boolean): Problem[] {
    if (this.hasTemplate) {
      return [];
    }
    const needs = [
      ...(mesh && mesh.annotations.length > 0 ? ['`mesh`'] : []),
      ...(isProtected ? ['the `StartupOrderPolicy` of the chart'] : []),
    ];
    return needs.map(what => problem('SO636', { what, kind: this.kind, path: this.workload.podSpecPath }));
  }

  /** Returns the namespace of the workload: of the item in a List, otherwise of the object. */
  private namespaceIn(manifest: any): string | undefined {
    return (valueAt(manifest, this.itemPath) as { metadata?: { namespace?: string } } | undefined)?.metadata?.namespace;
  }
}

interface ComputedOrder {
  readonly settings: OrderSettings;
  readonly problems: readonly Problem[];
  /** `undefined`: there are problems, or the order is disabled. */
  readonly ordered?: {
    readonly plan: PodPlan;
    readonly template: PodTemplateJson;
    /** With the order and the patches. */
    readonly manifest: any;
    readonly configMaps: readonly NeededConfigMap[];
  };
}

/** A replacer for JSON.stringify that sorts the options. */
function sortOptions(_key: string, value: unknown): unknown {
  return isObject(value) ? sortKeys(value) : value;
}
