import { getHost, listEarlyTargets, needsReadyPod } from './early-waits';
import { getOrCreate } from '../../src/api/private/collections';
import { ImageFile } from '../../src/images/image-file';
import { AppObject, AppObjects, AppWorkload, AwaitedPart, isAppObject } from '../../src/pod/app-objects';
import { readAppObject, readAppWorkload } from '../read/app-object';
import { findWorkloads, formatTitle, unwrapDocument } from '../read/find-workloads';
import { PodView, readPodView } from '../read/pod-view';
import { WaitTarget } from '../read/wait';

/** A workload, as others see it. */
interface LintedWorkload extends AppWorkload {
  readonly readPod: () => PodView;
}

/**
 * The facts about the other objects that rules need for a pod. `addDocument` collects them document by document, so
 * that the caller does not have to keep the documents; rules ask afterwards.
 */
export class LintContext {
  private readonly objects: AppObject[] = [];
  private readonly workloads = new Map<string, LintedWorkload>();
  private readonly awaited = new Map<LintedWorkload, readonly LintedWorkload[]>();
  private known: AppObjects<LintedWorkload> | undefined;

  /** `images`: the commands of containers without `command`. */
  constructor(public readonly images?: ImageFile) {}

  /** `reread`: returns the document again, so that it does not have to stay in memory. */
  public addDocument(document: unknown, reread = () => document): void {
    for (const object of unwrapDocument(document)) {
      if (isAppObject(object)) {
        this.objects.push(readAppObject(object));
      }
    }
    for (const [i, workload] of findWorkloads(document).entries()) {
      const readPod = () => readPodView(findWorkloads(reread())[i], undefined, this.images);
      this.workloads.set(formatTitle(workload), { ...readAppWorkload(workload), readPod });
    }
  }

  /** Returns the workload of a pod. */
  public findWorkload({ workload }: PodView): LintedWorkload | undefined {
    return this.workloads.get(formatTitle(workload));
  }

  /** Returns the pods behind the host of a target, if they are the pods of only one workload. */
  public findPods(target: WaitTarget, waiting: LintedWorkload): AwaitedPart<LintedWorkload> | undefined {
    const host = getHost(target);
    const part = host === undefined ? undefined : this.app.findHost(host, waiting);
    return part?.workloads.length === 1 ? part : undefined;
  }

  /** Call it when all documents are added. */
  public get app(): AppObjects<LintedWorkload> {
    return (this.known ??= new AppObjects(this.objects, [...this.workloads.values()]));
  }

  /** Returns the workloads that must be ready before the pods of this workload are ready. */
  public listAwaited(waiting: LintedWorkload, readPod = waiting.readPod): readonly LintedWorkload[] {
    return getOrCreate(this.awaited, waiting, () => {
      const found = new Set<LintedWorkload>();
      for (const { target } of listEarlyTargets(readPod())) {
        const pods = this.findPods(target, waiting);
        if (pods && needsReadyPod(target, pods)) {
          found.add(pods.workloads[0]);
        }
      }
      return [...found];
    });
  }
}
