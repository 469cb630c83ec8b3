#include "CRuntime.h"

__thread void *cruntime_owner __attribute__((tls_model("initial-exec"))) = 0;

// swift_task_enqueueGlobal_hook: swift/Runtime/Concurrency.h of the Swift runtime. It is an exported symbol, not a promise of
// the language, so it is declared weak: a runtime without it still links.
typedef __attribute__((swiftcall)) void (*enqueue_original)(void *job);
typedef __attribute__((swiftcall)) void (*enqueue_hook)(void *job, enqueue_original original);
extern enqueue_hook swift_task_enqueueGlobal_hook __attribute__((weak));

static cruntime_adopt adopt_job = 0;

static __attribute__((swiftcall)) void enqueue_global(void *job, enqueue_original original) {
    void *owner = cruntime_owner;
    if (owner) {
        adopt_job(owner, job);
    } else {
        original(job);
    }
}

bool cruntime_install_enqueue_hook(cruntime_adopt adopt) {
    if (!&swift_task_enqueueGlobal_hook) return false;
    adopt_job = adopt;
    swift_task_enqueueGlobal_hook = enqueue_global;
    return true;
}
