#define _GNU_SOURCE
#include "CRuntime.h"

#include <sys/syscall.h>
#include <unistd.h>

__thread void *cruntime_owner __attribute__((tls_model("initial-exec"))) = 0;

// swift_task_enqueueGlobal_hook: swift/Runtime/Concurrency.h of the Swift runtime. It is an exported symbol, not a promise of
// the language, so it is declared weak: a runtime without it still links.
typedef __attribute__((swiftcall)) void (*enqueue_original)(void *job);
typedef __attribute__((swiftcall)) void (*enqueue_hook)(void *job, enqueue_original original);
extern enqueue_hook swift_task_enqueueGlobal_hook __attribute__((weak));

static cruntime_adopt adopt_job = 0;

static __attribute__((swiftcall)) void enqueue_global(void *job, enqueue_original original) {
    void *owner = cruntime_owner;
    if (!owner || !adopt_job(owner, job)) original(job);
}

bool cruntime_install_enqueue_hook(cruntime_adopt adopt) {
    if (!&swift_task_enqueueGlobal_hook) return false;
    adopt_job = adopt;
    swift_task_enqueueGlobal_hook = enqueue_global;
    return true;
}

// swift_task_getMainExecutor_hook and swift_task_enqueueMainExecutor: of the same header, weak for the same reason. The main
// actor of Linux hands its jobs to Dispatch without a hook, so what is replaced is the answer to "which executor is it".
typedef struct {
    void *identity;
    uintptr_t implementation;
} executor_reference;
typedef __attribute__((swiftcall)) executor_reference (*main_original)(void);
typedef __attribute__((swiftcall)) executor_reference (*main_hook)(main_original original);
extern main_hook swift_task_getMainExecutor_hook __attribute__((weak));
extern __attribute__((swiftcall)) void swift_task_enqueueMainExecutor(void *job) __attribute__((weak));

static executor_reference main_stand_in = {0, 0};

static __attribute__((swiftcall)) executor_reference get_main_executor(main_original original) {
    return cruntime_owner ? main_stand_in : original();
}

bool cruntime_install_main_executor(void *identity, uintptr_t implementation) {
    if (!&swift_task_getMainExecutor_hook || !&swift_task_enqueueMainExecutor) return false;
    main_stand_in.identity = identity;
    main_stand_in.implementation = implementation;
    swift_task_getMainExecutor_hook = get_main_executor;
    return true;
}

void cruntime_enqueue_on_main(void *job) { swift_task_enqueueMainExecutor(job); }

bool cruntime_is_main_thread(void) { return syscall(SYS_gettid) == getpid(); }
