/** Drafts and their pictures in this browser's own store. They leave it only where the user exports or plays them. */

import type { Draft } from "./draft";

const NAME = "grognard-workshop";

let opened: Promise<IDBDatabase> | null = null;

function database(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("drafts", { keyPath: "id" });
      request.result.createObjectStore("pictures");
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => {
      opened = null;
      reject(new Error("this browser lets nothing be kept here: export your work"));
    };
  });
  return opened;
}

async function run<T>(
  store: "drafts" | "pictures",
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const open = await database();
  return new Promise((resolve, reject) => {
    const transaction = open.transaction(store, mode);
    const request = work(transaction.objectStore(store));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = transaction.onerror = () =>
      reject(new Error("this browser has no room left: export your work"));
  });
}

export const keep = {
  drafts: async (): Promise<Draft[]> =>
    (await run("drafts", "readonly", (store) => store.getAll() as IDBRequest<Draft[]>)).sort(
      (a, b) => b.changed - a.changed,
    ),
  draft: (id: string) =>
    run("drafts", "readonly", (store) => store.get(id) as IDBRequest<Draft | undefined>),
  save: (draft: Draft) => run("drafts", "readwrite", (store) => store.put(draft)),
  remove: async (id: string): Promise<void> => {
    await run("drafts", "readwrite", (store) => store.delete(id));
    await run("pictures", "readwrite", (store) => store.delete(id));
  },
  /** The picture below a map, as it was chosen. */
  picture: (id: string) =>
    run("pictures", "readonly", (store) => store.get(id) as IDBRequest<Blob | undefined>),
  savePicture: (id: string, picture: Blob) =>
    run("pictures", "readwrite", (store) => store.put(picture, id)),
};
