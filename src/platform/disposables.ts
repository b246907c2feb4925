/** What has to be ended. */
export interface Disposable {
  dispose(): void;
}

/** Owns what was started together and ends it together, newest first. */
export class Disposables implements Disposable {
  private readonly owned: Disposable[] = [];
  private disposed = false;

  /** Takes ownership; what comes after the end is ended at once. */
  add<Owned extends Disposable>(owned: Owned): Owned {
    if (this.disposed) owned.dispose();
    else this.owned.push(owned);
    return owned;
  }

  /** Takes ownership of something that ends by a function. */
  addFunction(end: () => void): void {
    this.add({ dispose: end });
  }

  dispose(): void {
    this.disposed = true;
    for (const owned of this.owned.splice(0).reverse()) owned.dispose();
  }
}
